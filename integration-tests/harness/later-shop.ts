import type { BookedCheckout } from "../../src/emulator/checkouts-and-subscriptions"
import { untilLinkMail } from "./link-mail"
import { Mailbox } from "./mailbox"
import type { ShownPayLink } from "./shown"
import { Wholesale } from "./wholesale"
import { sharedPorts } from "./shared-shop"
import { World } from "./world"

/** What the gateway takes for an order of one coffee pot: Medusa's total has a digit more. */
export const TOTAL = 110.2

const ADDRESS = /http:\/\/localhost:\d+\/webcheckout\/pay\/[\w-]+/

/** A shop with a mailbox, in which wholesale customers order now and pay later. */
export class LaterShop {
  private constructor(
    readonly world: World,
    readonly mailbox: Mailbox,
    readonly wholesale: Wholesale
  ) {}

  static async open(extendedApi: boolean): Promise<LaterShop> {
    const mailbox = await Mailbox.start((await sharedPorts()).mailbox)
    const world = await World.shared({ extendedApi })
    return new LaterShop(world, mailbox, await Wholesale.open(world))
  }

  /** Whatever a test has disturbed works again. */
  settleDown(): void {
    this.mailbox.isFull = false
    this.mailbox.refuseHeld()
    this.world.emulator.faults.clear()
    this.world.emulator.setAway(false)
  }

  async close(): Promise<void> {
    await this.world.stop()
    await this.mailbox.stop()
  }

  async linksOf(order_id: string): Promise<ShownPayLink[]> {
    const { pay_links } = await this.world.admin.client.fetch<{ pay_links: ShownPayLink[] }>(
      "/admin/webcheckout/pay-links",
      { query: { order_id } }
    )
    return pay_links
  }

  /** A button of a link's row. */
  async act(id: string, action: string, body: object = {}): Promise<ShownPayLink> {
    const { pay_link } = await this.world.admin.client.fetch<{ pay_link: ShownPayLink }>(
      `/admin/webcheckout/pay-links/${id}/${action}`,
      { method: "POST", body }
    )
    return pay_link
  }

  /** A link for a part of what an order owes. */
  async linkForPart(order_id: string, amount: number): Promise<ShownPayLink & { url: string }> {
    const { pay_link } = await this.world.admin.client.fetch<{ pay_link: ShownPayLink & { url: string } }>(
      "/admin/webcheckout/pay-links",
      { method: "POST", body: { order_id, amount } }
    )
    return pay_link
  }

  /** The addresses in the mails about an order, the oldest first. */
  mailed({ display_id }: { display_id?: number }): string[] {
    return this.mailbox.mails
      .filter(({ raw }) => [" ", ".", "\r"].some((end) => raw.includes(`#${display_id}${end}`)))
      .map(({ raw }) => ADDRESS.exec(raw)?.[0] ?? "")
  }

  /** An order that is not paid yet, with its link and the mail with it. */
  async ordered() {
    const { order, calls } = await this.wholesale.order()
    await untilLinkMail(this.world, order, "m.outcome = 'sent'")
    const [link] = await this.linksOf(order.id)
    return { order, link, calls }
  }

  /** Waits until an order's mail was tried once, and refused. */
  async firstTry(order: { id: string }): Promise<void> {
    await untilLinkMail(this.world, order, "m.attempts = 1 AND m.trying_since IS NULL")
  }

  async sessionsOf({ id }: { id: string }) {
    const { order } = await this.world.admin.admin.order.retrieve(id, {
      fields: "*payment_collections,*payment_collections.payment_sessions",
    })
    const collections = order.payment_collections ?? []
    return { collections, sessions: collections.flatMap(({ payment_sessions }) => payment_sessions ?? []) }
  }

  /** The gateway's record of a payment page. @throws Error when there is none at this address */
  pageOf(address: URL): BookedCheckout {
    const found = this.world.emulator.books.allCheckouts().find(({ redirectUrl }) => redirectUrl === address.href)
    if (!found) {
      throw new Error(`${address.href} is no page of the gateway's`)
    }
    return found
  }

  /** How many things are reserved in the stock. */
  async reserved(): Promise<number> {
    const [{ sum }] = await this.world.sql<{ sum: string }>(
      "SELECT COALESCE(sum(quantity), 0) AS sum FROM reservation_item WHERE deleted_at IS NULL"
    )
    return Number(sum)
  }

  /** The job's round, in which an order that is paid later is looked at. */
  async processUnpaid({ id }: { id: string }): Promise<void> {
    await this.world.sql("UPDATE webcheckout_task SET due_at = now() WHERE data->>'order_id' = $1", [id])
    await this.world.runJob("run-tasks")
  }

  async statusOf({ id }: { id: string }): Promise<string> {
    return (await this.world.books(id)).status
  }
}
