import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { relatedRows } from "../../modules/web-checkout/purchase/query"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
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

/** Starts to book what a link asks for, in this collection, as paid without the gateway. @returns the session's id */
export async function startSystemSession(container: MedusaContainer, { id }: PayLink, payment_collection_id: string) {
  await container
    .resolve(Modules.PAYMENT)
    .updatePaymentCollections(payment_collection_id, { metadata: { [PAID_ANOTHER_WAY]: id } })
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id, provider_id: SYSTEM_PROVIDER },
  })
  return session.parse(result).id
}

/** The session of an earlier run for this link, with its payment; undefined if there is no payment, or it was cancelled. */
export async function findSystemSession(container: MedusaContainer, { id, order_id }: PayLink) {
  const order = await readOne(container, collections, "order", order_id)
  return order?.payment_collections
    .filter(({ metadata }) => metadata?.[PAID_ANOTHER_WAY] === id)
    .flatMap(({ payment_sessions }) => payment_sessions)
    .find(({ provider_id, payment }) => provider_id === SYSTEM_PROVIDER && payment && !payment.canceled_at)
}
