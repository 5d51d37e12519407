import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { compareAmounts } from "../../gateway/money"
import { MONEY_STATE } from "../../gateway/statuses"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import type { Asked } from "../../modules/web-checkout/ledger-service"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { readRows } from "../read-rows"
import { findPayment } from "./medusa-payment"

const refundRow = z.looseObject({ amount: z.number() })

/** What the gateway may still do to a checkout that Medusa has followed: capture it, let it lapse, give it back. */
export async function watchSettled({ row, checkout }: Asked, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const payment = row.payment_session_id === null ? undefined : await findPayment(container, row.payment_session_id)
  switch (MONEY_STATE[checkout.status]) {
    case "paid":
      if (payment && !payment.isCaptured) {
        await capturePaymentWorkflow(container).run({ input: { payment_id: payment.id } })
      }
      return ledger.recordSettled(row.id, row.order_id)
    case "unpaid":
      return ledger.recordAttention(row.id, "authorization_lost")
    case "returned":
    case "partly_returned": {
      const given = checkout.totalRefunded ?? (checkout.status === "REFUNDED" ? checkout.amount : undefined)
      const known = payment ? await refundedInMedusa(container, payment.id) : "0"
      const isKnown = given === undefined ? known !== "0" : compareAmounts(known, given, row.currency_code) !== -1
      return isKnown ? row : ledger.recordAttention(row.id, "refunded_outside")
    }
    default:
      return row
  }
}

async function refundedInMedusa(container: MedusaContainer, paymentId: string): Promise<string> {
  const refunds = await readRows(container, refundRow, {
    entity: "refund",
    fields: ["amount"],
    filters: { payment_id: paymentId },
  })
  return MathBN.sum(...refunds.map(({ amount }) => amount)).toFixed()
}
