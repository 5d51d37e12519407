import type { MedusaContainer } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow, deletePaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { ROW_IN_CONTEXT } from "../../modules/web-checkout/provider-ids"
import { logFailure } from "../log-failure"
import { findCollectionOfCart } from "./payments"
import { readRows } from "./read-rows"
import { json } from "../../modules/web-checkout/purchase/query"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** A session of which Medusa asks the provider: not asked about yet, or not paid then. */
export const TO_BE_ASKED: string[] = [PaymentSessionStatus.PENDING, PaymentSessionStatus.REQUIRES_MORE]

const ACCEPTED: string[] = [
  PaymentSessionStatus.AUTHORIZED,
  PaymentSessionStatus.CAPTURED,
  PaymentSessionStatus.PENDING_AUTHORIZATION,
]

/** A session in one of these can be completed; Medusa takes the first that is. */
const PROCESSABLE = [...TO_BE_ASKED, ...ACCEPTED]

/** Whether a provider has let a cart through with this session. */
export function isAccepted({ status }: { status: string }): boolean {
  return ACCEPTED.includes(status)
}

const sessionRow = z.looseObject({
  id: z.string(),
  status: z.string(),
  payment: z.looseObject({ id: z.string() }).nullish(),
})

type SessionRow = z.infer<typeof sessionRow>

/**
 * Ensures that a paid checkout's payment session exists and is the only one that can be completed. A superseded checkout gets a new
 * session, whose provider call takes it over.
 *
 * @returns the row with its session; undefined when the checkout cannot have one
 * @throws what Medusa throws when another session cannot be deleted
 */
export async function ensurePaymentSession(
  container: MedusaContainer,
  row: LedgerCheckout
): Promise<LedgerCheckout | undefined> {
  const before = await sessionsOfCollection(container, row.payment_collection_id)
  const held = isHeld(row, before) ? row : await createSessionFor(container, row)
  if (!held) {
    return undefined
  }
  const sessions = held === row ? before : await sessionsOfCollection(container, row.payment_collection_id)
  const others = sessions.filter(
    (session) => session.id !== held.payment_session_id && PROCESSABLE.includes(session.status) && !session.payment
  )
  if (others.length > 0) {
    await deletePaymentSessionsWorkflow(container).run({ input: { ids: others.map(({ id }) => id) } })
  }
  return held
}

/** Whether a row's payment session still stands, and can be completed. */
export async function hasSession(container: MedusaContainer, row: LedgerCheckout): Promise<boolean> {
  return isHeld(row, await sessionsOfCollection(container, row.payment_collection_id))
}

function isHeld(row: LedgerCheckout, sessions: SessionRow[]): boolean {
  return sessions.some(({ id, status }) => id === row.payment_session_id && PROCESSABLE.includes(status))
}

async function createSessionFor(container: MedusaContainer, row: LedgerCheckout): Promise<LedgerCheckout | undefined> {
  // Medusa's type knows the customer only; it hands the rest on, and a storefront cannot write it.
  const context = { customer: undefined, [ROW_IN_CONTEXT]: row.id }
  const { errors } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: row.payment_collection_id, provider_id: row.provider_id, context },
    throwOnError: false,
  })
  const [failure] = errors ?? []
  if (failure) {
    logFailure(container, `checkout ${row.id} is paid and no payment session could be made for it`, failure.error)
  }
  const now = await container.resolve(WEB_CHECKOUT).checkouts.retrieve(row.id)
  return (await hasSession(container, now)) ? now : undefined
}

const sessionOfCart = z.looseObject({
  id: z.string(),
  payment_collection_id: z.string(),
  provider_id: z.string(),
  status: z.string(),
  authorized_at: z.unknown(),
  data: json(z.looseObject({ mode: z.unknown() }).nullish()),
})

export type CartSession = z.infer<typeof sessionOfCart>

/** The payment sessions of a cart, of whichever provider. */
export async function sessionsOfCart(container: MedusaContainer, cartId: string): Promise<CartSession[]> {
  const collection = await findCollectionOfCart(container, cartId)
  return collection === undefined
    ? []
    : readRows(container, sessionOfCart, { entity: "payment_session", filters: { payment_collection_id: collection } })
}

/** The payment sessions of a collection, of whichever provider. */
export async function sessionsOfCollection(container: MedusaContainer, collectionId: string): Promise<SessionRow[]> {
  return readRows(container, sessionRow, {
    entity: "payment_session",
    filters: { payment_collection_id: collectionId },
  })
}
