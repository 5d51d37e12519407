import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { unrecordedRefund } from "../../modules/web-checkout/rules/books"
import { booksOfRow } from "../../modules/web-checkout/rules/refunded"
import { readBooks } from "../checkout/read-books"

/** What went back at the gateway and Medusa does not show, in major units; null where there is nothing, or it is not told. */
export async function findUnrecordedRefund(container: MedusaContainer, id: string): Promise<number | null> {
  const row = await container.resolve(WEB_CHECKOUT).checkouts.retrieve(id)
  if (row.attention !== "refunded_outside") {
    return null
  }
  const { payment } = await readBooks(row, container)
  return unrecordedRefund(booksOfRow(row), payment?.refunded ?? 0) ?? null
}
