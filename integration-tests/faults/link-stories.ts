import { Payer } from "../harness/payer"
import { visit } from "../harness/shop"
import type { World } from "../harness/world"

/** What becomes of an order that owes something and is paid with a link. */
export const LINK_STORIES = [
  "paid with a link",
  "a link's page is paid after another edit",
  "two payers of a link",
  "a link expires while it is paid",
] as const

export type LinkStory = (typeof LINK_STORIES)[number]

export function isLinkStory(story: string): story is LinkStory {
  return LINK_STORIES.some((known) => known === story)
}

/** Adds something to an order, makes a link for it and pays. Whatever fails in between, only the books count. */
export async function payWithLink(world: World, orderId: string, story: LinkStory): Promise<void> {
  await world.addToOrder(orderId)
  const { pay_link } = await world.admin.client.fetch<{ pay_link: { id: string; url: string } }>(
    "/admin/webcheckout/pay-links",
    { method: "POST", body: { order_id: orderId } }
  )
  const payers = story === "two payers of a link" ? 2 : 1
  const pressed = await Promise.allSettled(
    Array.from({ length: payers }, () => {
      const payer = new Payer(pay_link.url)
      // Where no payment could be begun the page says so, and has the button still.
      return payer.press().catch(() => payer.press())
    })
  )
  if (story === "a link's page is paid after another edit") {
    await world.addToOrder(orderId)
  } else if (story === "a link expires while it is paid") {
    await world.sql("UPDATE webcheckout_pay_link SET expires_at = now() WHERE id = $1", [pay_link.id])
  }
  for (const page of pressed.flatMap((press) => (press.status === "fulfilled" ? press.value.href : []))) {
    await payPage(world, page)
  }
}

async function payPage(world: World, page: string): Promise<void> {
  const { emulator } = world
  const checkout = emulator.books.allCheckouts().find(({ redirectUrl }) => redirectUrl === page)
  if (!checkout) {
    return
  }
  if (checkout.status === "PENDING") {
    emulator.act(checkout.id, "pay")
  }
  await visit(`${world.store.url}${new URL(checkout.returnUrl).pathname}`)
}
