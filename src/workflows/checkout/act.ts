import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { ATTENTION_REASONS } from "../../modules/web-checkout/rules/case-reasons"
import type { Act } from "../../modules/web-checkout/rules/facts"
import { exactAmount, PLUGIN_ACTOR, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { findMismatch } from "../../modules/web-checkout/rules/answer-mismatch"
import { isPaid } from "../../modules/web-checkout/rules/money-state"
import { completeCart } from "../medusa/complete-cart"
import { askForWhatIsLeft, canTake, createCollection, fitCollection } from "../medusa/order-collections"
import { ensurePaymentSession, hasSession } from "../medusa/payment-sessions"
import { findPayment } from "../medusa/payments"
import { recordRefund } from "../refund/record-refund"
import { bookRefundsWorkflow } from "../refund/book-refunds"
import { bookPaymentWorkflow } from "./book-payment"
import { logFailure } from "../log-failure"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { Run } from "./follow"
import type { Outcome } from "../../modules/web-checkout/rules/decide"

/** What an act has left. */
interface Acted extends Partial<Pick<Run, "row" | "placed" | "payment" | "mismatchCase">> {
  /** The outcome for the next decision. Without one, the next act of the list runs. */
  outcome?: Outcome
}

/** An act that changes something. `follow` itself handles the reads and Medusa's lock. */
type ChangingAct = Exclude<Act, { act: "read_medusa" | "read_books" | "lock_cart" }>

type Performer<Name> = (
  webCheckout: WebCheckoutService,
  row: LedgerCheckout,
  act: Extract<Act, { act: Name }>,
  container: MedusaContainer
) => Promise<Acted> | Promise<void>

/** Does one act about a checkout. @throws what Medusa throws */
export async function perform(container: MedusaContainer, row: LedgerCheckout, act: ChangingAct): Promise<Acted> {
  const work = PERFORM[act.act] as Performer<ChangingAct["act"]>
  return { ...(await work(container.resolve(WEB_CHECKOUT), row, act, container)) }
}

/** What is done for each act. */
const PERFORM: { [Name in ChangingAct["act"]]: Performer<Name> } = {
  open_case: async ({ cases }, { id }, { reason, isNew }) => ({ row: await cases.open(id, reason, { isNew }) }),
  end_case: async ({ cases }, { id }, { reason }) => ({ row: await cases.withdraw({ id }, [reason]) }),
  note_order: async ({ checkouts }, { id }, { order_id }) => checkouts.noteOrder(id, order_id),
  bind_session: async ({ checkouts }, { id }, act) => ({
    row: await checkouts.bindToSession(id, act.payment_session_id),
  }),
  async ensure_session(_webCheckout, row, { fits_order }, container) {
    const fitting = fits_order === undefined ? row : await inFittingCollection(row, fits_order, container)
    const held = await ensurePaymentSession(container, fitting)
    return held ? { row: held } : { outcome: "no_session" }
  },
  place_order: async (_webCheckout, _row, { cart_id }, container) => completeCart(container, cart_id),
  async book_payment(_webCheckout, { payment_session_id, gateway_status }, _act, container) {
    const input = { payment_session_id: payment_session_id ?? "", is_paid: isPaid(gateway_status) }
    await bookPaymentWorkflow(container).run({ input })
    return { outcome: "booked" }
  },
  ask_for_rest: async (_webCheckout, _row, { order_id }, container) => askForWhatIsLeft(container, order_id),
  async record_settled({ checkouts }, row, { order_id, mismatchCase }, container) {
    const payment = await findPayment(container, row)
    const sessionId = payment?.payment_session_id ?? row.payment_session_id ?? row.request_id
    const keepsMismatchCase = mismatchCase !== "ends"
    const settled = await checkouts.recordSettled(row.id, order_id, sessionId, { keepsMismatchCase })
    return { row: settled, outcome: "settled", payment, mismatchCase }
  },
  // The gateway holds no money of a closed row, and neither do Medusa's books.
  record_over: async ({ cases }, { id }) => ({
    row: await cases.withdraw({ id, status: "closed" }, ATTENTION_REASONS),
  }),
  async cancel_payment(_webCheckout, _row, { payment_id }, container) {
    await container.resolve(Modules.PAYMENT).cancelPayment(payment_id)
  },
  async record_refund(_webCheckout, row, { payment_id, amount, isOfOrder }, container) {
    const refunded = isOfOrder ? row : { ...row, order_id: null }
    await recordRefund(container, refunded, { payment_id, amount: String(amount) })
  },
  async capture(_webCheckout, _row, { payment_id }, container) {
    await capturePaymentWorkflow(container).run({ input: { payment_id } })
  },
  async book_refunds(_webCheckout, _row, { payment_id, refund_ids }, container) {
    await bookRefundsWorkflow(container).run({ input: { payment_id, refund_ids } })
  },
  compare_again: async () => ({ outcome: "settled" }),
  async record_agreement({ checkouts }, row, { shown }) {
    const agreed = await checkouts.recordAgreed(row, shown)
    // A row that has changed meanwhile is compared again.
    return agreed ? { row: agreed } : { outcome: "settled" }
  },
  async record_difference({ checkouts }, row, { shown }) {
    await checkouts.recordDiffering(row, shown)
    return { row: { ...row, ...shown } }
  },
  compare_soon: async ({ checkouts }, { id }) => checkouts.compareSoon(id),
  /** Refunds a paid cart in full when its order cannot be placed, unless the gateway now reports another amount. */
  async refund_all({ checkouts, history, refunds }, row, _act, container) {
    try {
      const asked = await checkouts.ask(row)
      if (findMismatch(asked)) {
        return { row: asked, outcome: "not_refunded" }
      }
      const returned = await refunds.refund(asked, { kind: "out_of_stock", refund_id: null, amount: exactAmount(row) })
      await history.record({
        subject_id: row.id,
        action: "refund",
        actor_id: PLUGIN_ACTOR,
        note: "Out of stock: the order could not be created.",
      })
      return { row: returned, outcome: "refunded" }
    } catch (error) {
      logFailure(container, `checkout ${row.id} could not be refunded`, error)
      return { outcome: "not_refunded" }
    }
  },
  async ask_again({ checkouts }, row) {
    const asked = await checkouts.ask(row).catch(() => undefined)
    return asked ? { row: asked, outcome: "asked" } : { outcome: "failed_again" }
  },
  count_failure: async ({ nextCheck }, row) => ({ row: await nextCheck.countFailure(row), outcome: "counted" }),
}

/**
 * A page was paid at an outdated amount: its collection now asks for another amount, and its session may be gone. The money gets a
 * collection of its own amount: the same one while it is unpaid and the session exists, otherwise a further one.
 */
async function inFittingCollection(
  row: LedgerCheckout,
  orderId: string,
  container: MedusaContainer
): Promise<LedgerCheckout> {
  const hasPlace =
    ((await hasSession(container, row)) && (await fitCollection(container, row.payment_collection_id, row.amount))) ||
    (await canTake(container, row.payment_collection_id, exactAmount(row)))
  if (hasPlace) {
    return row
  }
  const collectionId = await createCollection(container, orderId, row.amount)
  return container.resolve(WEB_CHECKOUT).checkouts.moveToCollection(row.id, collectionId)
}
