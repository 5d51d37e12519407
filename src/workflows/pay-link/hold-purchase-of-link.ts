import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { holdPurchase } from "../checkout/purchase-lock"

/** Does something about a pay link's order while nobody else acts on its purchase. @throws MedusaError NOT_ALLOWED while it is busy */
export async function holdPurchaseOfLink<Result>(
  container: MedusaContainer,
  { order_id }: PayLink,
  work: () => Promise<Result>
): Promise<Result> {
  const order_reference = await container.resolve(WEB_CHECKOUT).purchases.orderReferenceOf({ order_id })
  return holdPurchase(container, { order_reference }, work)
}
