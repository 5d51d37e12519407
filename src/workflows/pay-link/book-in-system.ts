import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { bookPaymentWorkflow } from "../checkout/workflows/book-payment"
import { openCollection } from "../medusa/order-collections"
import { readRows } from "../medusa/read-rows"

/** Medusa's own provider, which calls nobody: its "Mark as paid" uses the same. */
const SYSTEM_PROVIDER = "pp_system_default"

/** In a collection's metadata: the link that is paid another way in it. */
const PAID_ANOTHER_WAY = "webcheckout_pay_link"

const session = z.looseObject({ id: z.string(), provider_id: z.string() })
const collections = z.looseObject({
  payment_collections: z
    .array(
      z
        .looseObject({
          id: z.string(),
          metadata: z.record(z.string(), z.unknown()).nullish(),
          payment_sessions: z.array(session.nullable()).nullish(),
        })
        .nullable()
    )
    .nullish(),
})

interface InSystem {
  /** The session in which it was begun already. */
  begun: string | undefined
  /** In major units. */
  amount: number
  /** Collections on whose pages others pay. */
  inUse: string[]
  actor_id: string
}

/** Books what a link asks for as paid without the gateway: a session that was begun for it is brought to its end. */
export async function bookInSystem(
  container: MedusaContainer,
  link: Pick<PayLink, "id" | "order_id">,
  { begun, amount, inUse, actor_id }: InSystem
): Promise<void> {
  await bookPaymentWorkflow(container).run({
    input: {
      payment_session_id: begun ?? (await beginInSystem(container, link, { amount, inUse })),
      is_paid: true,
      captured_by: actor_id,
    },
  })
}

/** The session in which a run has begun to book a link's money that came to no end. */
export async function findBegunInSystem(
  container: MedusaContainer,
  { id, order_id }: Pick<PayLink, "id" | "order_id">
): Promise<string | undefined> {
  const [order] = await readRows(container, collections, {
    entity: "order",
    fields: ["id", "payment_collections.id", "payment_collections.metadata", "payment_collections.payment_sessions.*"],
    filters: { id: order_id },
  })
  return (order?.payment_collections ?? [])
    .filter((collection) => collection?.metadata?.[PAID_ANOTHER_WAY] === id)
    .flatMap((collection) => collection?.payment_sessions ?? [])
    .find((one) => one?.provider_id === SYSTEM_PROVIDER)?.id
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
