import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isMoneyHeld, isPending } from "../../modules/web-checkout/rules/money-state"
import { askOrLog, settle } from "../checkout/settle"

/** So many of an order's live checkouts are asked about; the job sees to older ones. */
const MOST_ASKED = 5

/**
 * What is live for an order is asked about, each at most once a second, and what is decided is settled.
 *
 * @param isAnswerNeeded whether nothing may follow while the gateway gives no answer about one of them
 * @throws MedusaError UNEXPECTED_STATE then
 */
export async function askAboutOrder(
  container: MedusaContainer,
  order_id: string,
  { isAnswerNeeded = false } = {}
): Promise<void> {
  const { purchases } = container.resolve(WEB_CHECKOUT)
  const live = await purchases.listLive({ order_id }, isAnswerNeeded ? undefined : MOST_ASKED)
  // One without an id cannot be asked about: its create call was lost, and nobody was shown its page.
  const toAsk = live.filter(({ checkout_id }) => checkout_id !== null)
  const answers = await Promise.all(toAsk.map((row) => askOrLog(container, row)))
  // Of a closed case a person has said what is done about it, whether the gateway answers or not.
  const isSilent = toAsk.some((row, index) => answers[index] === undefined && !isClosedCase(row))
  if (isAnswerNeeded && isSilent) {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "The payment service does not answer about this order.")
  }
  for (const row of answers) {
    if (row && !isPending(row.gateway_status)) {
      await settle(container, row)
    }
  }
}

/**
 * Whether the gateway holds the money of one of some checkouts: asked at this moment, right before something depends on it.
 *
 * @throws one of gateway/errors: without an answer nothing is to follow
 */
export async function isAnyHeld(container: MedusaContainer, rows: LedgerCheckout[]): Promise<boolean> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  const asked = await Promise.all(
    rows.filter(({ checkout_id }) => checkout_id !== null).map((row) => checkouts.ask(row))
  )
  return asked.some(({ gateway_status }) => isMoneyHeld(gateway_status))
}
