import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { ShownBooks } from "../../modules/web-checkout/rules/books"
import type { Act, MismatchCase, Outcome } from "../../modules/web-checkout/rules/facts"
import { exactAmount, PLUGIN_ACTOR, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { findMismatch } from "../../modules/web-checkout/rules/mismatch"
import { isPaid } from "../../modules/web-checkout/rules/money-state"
import { completeCart } from "../medusa/complete-cart"
import { askForWhatIsLeft, canTake, createCollection, fitCollection } from "../medusa/order-collections"
import { ensurePaymentSession, hasSession } from "../medusa/payment-sessions"
import { findPayment, type MedusaPaymentRow } from "../medusa/payments"
import { recordRefund } from "../refund/record-refund"
import { bookRefundsWorkflow } from "../refund/book-refunds"
import { bookPaymentWorkflow } from "./book-payment"
import { logFailure } from "../log-failure"

/** What an act has left. */
interface Acted {
  row?: LedgerCheckout
  /** The outcome for the next decision. Without one, the next act of the list runs. */
  outcome?: Outcome
  /** The order that was placed. */
  placed?: string
  /** The payment of a row that was just settled, and what is to become of its `amount_mismatch`. */
  payment?: MedusaPaymentRow
  mismatchCase?: MismatchCase
}

/** An act that changes something. `follow` itself handles the reads and Medusa's lock. */
type ChangingAct = Exclude<Act, { act: "read_medusa" | "read_books" | "lock_cart" }>

/** Does one act about a checkout. @throws what Medusa throws */
export async function perform(container: MedusaContainer, row: LedgerCheckout, act: ChangingAct): Promise<Acted> {
  const { cases, checkouts, comparisons, nextLook } = container.resolve(WEB_CHECKOUT)
  switch (act.act) {
    case "open_case":
      return { row: await cases.open(row.id, act.reason, { isNew: act.isNew }) }
    case "end_case":
      return { row: await cases.withdraw(row.id, act.reason) }
    case "note_order":
      await checkouts.noteOrder(row.id, act.order_id)
      return {}
    case "bind_session":
      return { row: await checkouts.bindToSession(row.id, act.payment_session_id) }
    case "ensure_session":
      return ensureSession(container, row, act.fits_order)
    case "place_order":
      return placeOrder(container, act.cart_id)
    case "book_payment":
      await bookPayment(container, row)
      return { outcome: "booked" }
    case "ask_for_rest":
      await askForWhatIsLeft(container, act.order_id)
      return {}
    case "record_settled":
      return recordSettled(container, row, act)
    case "record_over":
      return { row: await checkouts.recordOver(row.id) }
    case "cancel_payment":
    case "record_refund":
    case "capture":
    case "book_refunds":
      await correctPayment(container, row, act)
      return {}
    case "compare_again":
      return { outcome: "settled" }
    case "record_agreement":
      return recordAgreement(container, row, act.shown)
    case "record_difference":
      await comparisons.recordDiffering(row, act.shown)
      return { row: { ...row, ...act.shown } }
    case "compare_soon":
      await checkouts.compareSoon(row.id)
      return {}
    case "refund_all":
      return refundAll(container, row)
    case "ask_again":
      return askAgain(container, row)
    case "count_failure":
      return { row: await nextLook.recordFollowFailure(row), outcome: "counted" }
  }
}

/** Brings Medusa's payment to what the gateway says. */
async function correctPayment(
  container: MedusaContainer,
  row: LedgerCheckout,
  act: Extract<Act, { payment_id: string }>
): Promise<void> {
  switch (act.act) {
    case "cancel_payment":
      await container.resolve(Modules.PAYMENT).cancelPayment(act.payment_id)
      return
    case "record_refund":
      await recordRefund(container, act.isOfOrder ? row : { ...row, order_id: null }, {
        payment_id: act.payment_id,
        amount: String(act.amount),
      })
      return
    case "capture":
      await capturePaymentWorkflow(container).run({ input: { payment_id: act.payment_id } })
      return
    case "book_refunds":
      await bookRefundsWorkflow(container).run({ input: { payment_id: act.payment_id, refund_ids: act.refund_ids } })
      return
  }
}

async function ensureSession(container: MedusaContainer, row: LedgerCheckout, fitsOrder?: string): Promise<Acted> {
  const fitting = fitsOrder === undefined ? row : await inFittingCollection(row, fitsOrder, container)
  const held = await ensurePaymentSession(container, fitting)
  return held ? { row: held } : { outcome: "no_session" }
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

async function placeOrder(container: MedusaContainer, cartId: string): Promise<Acted> {
  const completion = await completeCart(container, cartId)
  return completion.kind === "placed"
    ? { outcome: "placed", placed: completion.order_id }
    : { outcome: completion.kind === "refused" ? "failed" : completion.kind }
}

async function bookPayment(container: MedusaContainer, row: LedgerCheckout): Promise<void> {
  const is_paid = isPaid(row.gateway_status)
  await bookPaymentWorkflow(container).run({ input: { payment_session_id: row.payment_session_id ?? "", is_paid } })
}

async function recordSettled(
  container: MedusaContainer,
  row: LedgerCheckout,
  { order_id, mismatchCase }: Extract<Act, { act: "record_settled" }>
): Promise<Acted> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  const payment = await findPayment(container, row)
  const sessionId = payment?.payment_session_id ?? row.payment_session_id ?? row.request_id
  const settled = await checkouts.recordSettled(row.id, order_id, sessionId, {
    keepsMismatchCase: mismatchCase !== "ends",
  })
  return { row: settled, outcome: "settled", payment, mismatchCase }
}

/** A row that has changed meanwhile is compared again. */
async function recordAgreement(container: MedusaContainer, row: LedgerCheckout, shown: ShownBooks): Promise<Acted> {
  const agreed = await container.resolve(WEB_CHECKOUT).comparisons.recordAgreed(row, shown)
  return agreed ? { row: agreed } : { outcome: "settled" }
}

/** Refunds a paid cart in full when its order cannot be placed, unless the gateway now reports another amount. */
async function refundAll(container: MedusaContainer, row: LedgerCheckout): Promise<Acted> {
  const { checkouts, history, refunds } = container.resolve(WEB_CHECKOUT)
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
}

async function askAgain(container: MedusaContainer, row: LedgerCheckout): Promise<Acted> {
  const asked = await container
    .resolve(WEB_CHECKOUT)
    .checkouts.ask(row)
    .catch(() => undefined)
  return asked ? { row: asked, outcome: "asked" } : { outcome: "failed_again" }
}
