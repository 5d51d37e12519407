import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { relatedRows } from "../../modules/web-checkout/purchase/query"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { bookPaymentWorkflow } from "../checkout/book-payment"
import { openCollection } from "../medusa/order-collections"
import { readOne } from "../medusa/read-rows"

/** Medusa's own provider, which calls nobody: its "Mark as paid" uses the same. */
const SYSTEM_PROVIDER = "pp_system_default"

/** In a collection's metadata: the link that is paid another way in it. */
const PAID_ANOTHER_WAY = "webcheckout_pay_link"

const payment = z.looseObject({ captured_at: z.unknown(), canceled_at: z.unknown() })
const session = z.looseObject({ id: z.string(), provider_id: z.string(), payment: payment.nullish() })
const collections = z.looseObject({
  payment_collections: relatedRows(
    z.looseObject({
      metadata: z.record(z.string(), z.unknown()).nullish(),
      payment_sessions: relatedRows(session),
    })
  ),
})

interface InSystem {
  /** In major units. */
  amount: number
  /** Collections on whose pages others pay. */
  inUse: string[]
  actor_id: string
}

/** A payment that a run has started to book and did not finish. */
interface BegunInSystem {
  payment_session_id: string
  isCaptured: boolean
}

/** Books what a link asks for as paid without the gateway. */
export async function bookInSystem(
  container: MedusaContainer,
  link: Pick<PayLink, "id" | "order_id">,
  { amount, inUse, actor_id }: InSystem
): Promise<void> {
  const payment_session_id = await beginInSystem(container, link, { amount, inUse })
  await finishInSystem(container, { payment_session_id }, actor_id)
}

/** Finishes the booking: payment, capture and the order's transaction. Can be repeated. */
export async function finishInSystem(
  container: MedusaContainer,
  { payment_session_id }: Pick<BegunInSystem, "payment_session_id">,
  captured_by: string
): Promise<void> {
  await bookPaymentWorkflow(container).run({ input: { payment_session_id, is_paid: true, captured_by } })
}

/** The payment that a run has made for a link; one that was not made yet, or was cancelled, is begun anew. */
export async function findBegunInSystem(
  container: MedusaContainer,
  { id, order_id }: Pick<PayLink, "id" | "order_id">
): Promise<BegunInSystem | undefined> {
  const order = await readOne(container, collections, "order", order_id)
  const begun = order?.payment_collections
    .filter(({ metadata }) => metadata?.[PAID_ANOTHER_WAY] === id)
    .flatMap(({ payment_sessions }) => payment_sessions)
    .find(({ provider_id, payment }) => provider_id === SYSTEM_PROVIDER && payment && !payment.canceled_at)
  return begun ? { payment_session_id: begun.id, isCaptured: Boolean(begun.payment?.captured_at) } : undefined
}

async function beginInSystem(
  container: MedusaContainer,
  { id, order_id }: Pick<PayLink, "id" | "order_id">,
  { amount, inUse }: Pick<InSystem, "amount" | "inUse">
): Promise<string> {
  const payment_collection_id = await openCollection(container, order_id, { amount, inUse })
  await container
    .resolve(Modules.PAYMENT)
    .updatePaymentCollections(payment_collection_id, { metadata: { [PAID_ANOTHER_WAY]: id } })
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id, provider_id: SYSTEM_PROVIDER },
  })
  return session.parse(result).id
}
