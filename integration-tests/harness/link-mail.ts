import { until } from "./shop"
import type { World } from "./world"

/** Waits until an order's pay link has a mail like this. @param condition on the mail's row, `m` */
export async function untilLinkMail(world: World, order: { id: string }, condition: string): Promise<void> {
  const found = `SELECT 1 FROM webcheckout_mail m JOIN webcheckout_pay_link l ON l.id = m.subject_id
    WHERE l.order_id = $1 AND ${condition}`
  await until(`the link's mail with ${condition}`, async () => (await world.sql(found, [order.id])).length > 0)
}
