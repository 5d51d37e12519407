import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { ATTENTION_ADVICE } from "../../../../../../modules/web-checkout/ledger"
import { outcomeOf } from "../../../../../../workflows/outcome"
import { actAndSettle, answerCheckout } from "../../act"

/** Places the order of a paid checkout, if the cart still matches what was paid. @throws MedusaError NOT_ALLOWED otherwise */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const row = await actAndSettle(req, "place_order")
  if (row.status !== "settled") {
    const reason = row.attention ? ATTENTION_ADVICE[row.attention] : `The checkout is ${outcomeOf(row)}.`
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `No order was placed. ${reason}`)
  }
  await answerCheckout(req, res)
}
