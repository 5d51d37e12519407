import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { compareAmounts } from "../../gateway/money"
import { decimal, relatedRows } from "../../modules/web-checkout/purchase/query"
import type { OrderState } from "../../modules/web-checkout/purchase/order"
import { contentsOf, isPayable, type PayLink } from "../../modules/web-checkout/rules/pay-link"
import { readOne, readRows } from "../medusa/read-rows"
import { readPayLink } from "./read-pay-link"

const text = z.string().nullish()
const contents = z.looseObject({
  shipping_total: decimal.nullish(),
  credit_line_total: decimal.nullish(),
  items: relatedRows(
    z.looseObject({ title: text, product_title: text, variant_title: text, quantity: decimal, total: decimal })
  ),
})
const storeRow = z.looseObject({ name: text })

/** What a pay link's page shows: nothing about who has ordered. Amounts in major units, as decimal text. */
export type PayPage = Awaited<ReturnType<typeof readPayPage>>

export type PayPageContents = ReturnType<typeof pageContents>

/**
 * The page behind a pay link's URL. Changes nothing and calls no other service: link previews and scanners may open it any number of times.
 */
export async function readPayPage(container: MedusaContainer, found: PayLink) {
  const [read, content, [store]] = await Promise.all([
    readPayLink(container, found),
    readOne(container, contents, "order", found.order_id),
    readRows(container, storeRow, { entity: "store", filters: {} }),
  ])
  const { link, order, view, shown_reference } = read
  const shown = contentsOf(link, view.state)
  return {
    state: view.state,
    shop: store?.name ?? "",
    currency_code: link.currency_code,
    /** What the button charges; 0 where there is no button. */
    to_pay: String(view.amount),
    /** Whether the button charges only a part of what is owed. */
    is_part: isPayable(view.state) && compareAmounts(view.amount, order.owed, link.currency_code) === -1,
    expires_at: link.expires_at,
    /** Null where the page does not show the order; its reference is null before the first payment or link. */
    order:
      shown === "state" ? null : { number: String(order.display_id ?? order.id), reference: shown_reference || null },
    /** Null where they are not shown, or no longer. */
    contents: shown === "all" ? pageContents(link, order, content) : null,
  }
}

function pageContents({ note }: PayLink, order: OrderState, content: z.output<typeof contents> | undefined) {
  return {
    /** With tax, and less what was discounted. */
    lines: (content?.items ?? []).map(({ product_title, title, variant_title, quantity, total }) => ({
      title: [product_title ?? title, variant_title].filter(Boolean).join(" · "),
      quantity,
      total,
    })),
    shipping: content?.shipping_total ?? "0",
    /** What the shop has given as credit. */
    credit: content?.credit_line_total ?? "0",
    /** Lines and shipping, less the credit. */
    total: order.total,
    paid: MathBN.max(0, order.paid).toFixed(),
    owed: String(order.owed),
    note,
  }
}
