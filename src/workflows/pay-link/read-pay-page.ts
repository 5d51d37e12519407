import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { decimal } from "../../modules/web-checkout/purchase/query"
import type { PayLinkState } from "../../modules/web-checkout/rules/pay-link"
import { readRows } from "../medusa/read-rows"
import { readPayLink } from "./read-pay-link"

const text = z.string().nullish()
const pageOrder = z.looseObject({
  display_id: z.number().nullish(),
  total: decimal,
  summary: z.looseObject({ transaction_total: decimal.nullish(), raw_transaction_total: decimal.nullish() }).nullish(),
  items: z
    .array(
      z
        .looseObject({
          title: text,
          product_title: text,
          variant_title: text,
          quantity: decimal,
          total: decimal,
        })
        .nullable()
    )
    .nullish(),
})
const storeRow = z.looseObject({ name: text })

/** What a pay link's page shows: nothing about who has ordered. Amounts in major units, as decimal text. */
export interface PayPage {
  state: PayLinkState
  shop: string
  /** The number that people know the order by. */
  order_number: string
  reference: string
  currency_code: string
  lines: { title: string; quantity: string; total: string }[]
  total: string
  paid: string
  owed: string
  /** What the button charges. */
  to_pay: string
  /** Only a part of what is owed. */
  is_part: boolean
  note: string | null
  expires_at: Date | null
}

/**
 * What somebody sees who holds one of a pay link's addresses. Changes nothing and asks nobody outside: previews and scanners open
 * it as often as they like.
 *
 * @returns undefined for a token that nobody knows
 */
export async function readPayPage(container: MedusaContainer, token: string): Promise<PayPage | undefined> {
  const found = await container.resolve(WEB_CHECKOUT).payLinks.findByToken(token)
  if (!found) {
    return undefined
  }
  const [{ link, order, view }, [contents], [store]] = await Promise.all([
    readPayLink(container, found),
    readRows(container, pageOrder, {
      entity: "order",
      // The summary is right only when it is read together with the total.
      fields: ["id", "display_id", "summary", "total", "items.*", "items.total"],
      filters: { id: found.order_id },
    }),
    readRows(container, storeRow, { entity: "store", fields: ["id", "name"], filters: {} }),
  ])
  const paid = contents?.summary?.raw_transaction_total ?? contents?.summary?.transaction_total ?? "0"
  return {
    state: view.state,
    shop: store?.name ?? "",
    order_number: String(contents?.display_id ?? order.id),
    reference: link.order_reference,
    currency_code: link.currency_code,
    lines: (contents?.items ?? []).flatMap((item) =>
      item === null
        ? []
        : {
            title: [item.product_title ?? item.title, item.variant_title].filter(Boolean).join(" · "),
            quantity: item.quantity,
            total: item.total,
          }
    ),
    total: contents?.total ?? order.total,
    paid: MathBN.max(0, paid).toFixed(),
    owed: String(order.owed),
    to_pay: String(view.amount),
    is_part: view.amount < order.owed,
    note: link.note,
    expires_at: link.expires_at,
  }
}
