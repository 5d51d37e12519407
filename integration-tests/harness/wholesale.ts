import type { HttpTypes } from "@medusajs/types"
import type { BookedCheckout } from "../../src/emulator/checkouts-and-subscriptions"
import { orderAndPayLater, type StoreSdk } from "medusa-payment-webcheckout-storefront"
import { untilLinkMail } from "./link-mail"
import { Shopper, until } from "./shop"
import type { World } from "./world"

/** The provider instance with which orders are paid later. */
export const LATER = "pp_webcheckout_later"

const GROUP = "Wholesale"

/** Who may order now and pay later. */
export const WHOLESALE = { email: "orders@wholesale.example", password: "supersecret" }

/** A customer of the group "Wholesale", who may order now and pay later. */
export class Wholesale {
  private constructor(
    private readonly world: World,
    private readonly token: string
  ) {}

  /** Somebody of the group, in a shop that has nobody of it yet. */
  static async open(world: World): Promise<Wholesale> {
    await Wholesale.signUp(world)
    const { token } = await world
      .shopper()
      .sdk.client.fetch<{ token: string }>("/auth/customer/emailpass", { method: "POST", body: WHOLESALE })
    return new Wholesale(world, token)
  }

  /** Says who is signed in. */
  get headers(): { authorization: string } {
    return { authorization: `Bearer ${this.token}` }
  }

  /** Signs the customer up, puts them into the group, and offers the provider in their region; once for each shop. */
  static async signUp(world: World): Promise<void> {
    const { admin } = world.admin
    const { customer_groups } = await admin.customerGroup.list({ name: GROUP })
    if (customer_groups.length > 0) {
      return
    }
    const { email } = WHOLESALE
    const { sdk } = world.shopper()
    const { token } = await sdk.client.fetch<{ token: string }>("/auth/customer/emailpass/register", {
      method: "POST",
      body: WHOLESALE,
    })
    const { customer } = await sdk.store.customer.create(
      { email, first_name: "Omar", last_name: "Said" },
      {},
      { authorization: `Bearer ${token}` }
    )
    const { customer_group } = await admin.customerGroup.create({ name: GROUP })
    await admin.customerGroup.batchCustomers(customer_group.id, { add: [customer.id] })
    const { regions } = await admin.region.list({ currency_code: "aed" })
    await admin.region.update(regions[0].id, { payment_providers: ["pp_webcheckout_default", LATER] })
  }

  /**
   * Orders now.
   *
   * @param isEventLost the event of the order does not arrive
   * @param replacedBy another method's session replaces the pay-later one before its order is seen to: "placing", the order was
   * placed with that one; "started", it was only begun
   * @param hasOldPage a payment page was opened before, and left open
   * @returns the order, how often the gateway was called meanwhile, and the page that was left open
   */
  async order({
    isEventLost = false,
    replacedBy = undefined as undefined | "placing" | "started",
    hasOldPage = false,
    beforeCompletion = async (): Promise<unknown> => undefined,
  } = {}): Promise<{
    order: HttpTypes.AdminOrder
    calls: number
    old: BookedCheckout | undefined
  }> {
    const { world } = this
    const before = world.emulator.calls.length
    const shopper = new Shopper(world.store.url, world.key)
    const cart = await shopper.fillCart({ email: WHOLESALE.email })
    const { headers } = this
    await shopper.sdk.client.fetch(`/store/carts/${cart.id}/customer`, { method: "POST", headers })
    const old = hasOldPage ? world.checkoutOf((await shopper.startPayment(cart)).id) : undefined
    const sdk: StoreSdk = {
      client: {
        fetch: async (path, init) => {
          if (path.endsWith("/complete")) {
            await beforeCompletion()
          }
          return shopper.sdk.client.fetch(path, init)
        },
      },
    }
    await orderAndPayLater(sdk, cart.id, { providerId: LATER, headers })
    const calls = world.emulator.calls.length - before
    const order = await until("the order", async () => (await world.orders(cart.id))[0])
    if (replacedBy || isEventLost) {
      await this.forget(order)
    }
    if (replacedBy) {
      await this.replaceSession(cart.id, replacedBy === "placing" ? "pending_authorization" : "pending")
    }
    return { order, calls, old }
  }

  /** Undoes what the event of the order has caused. Waits for its mail first: one under way would be sent after its row is deleted. */
  private async forget(order: { id: string }): Promise<void> {
    await untilLinkMail(this.world, order, "m.attempts > 0 AND m.trying_since IS NULL")
    const sql = (text: string) => this.world.sql(text, [order.id])
    await sql(
      "DELETE FROM webcheckout_mail WHERE subject_id IN (SELECT id FROM webcheckout_pay_link WHERE order_id = $1)"
    )
    await sql(
      `UPDATE webcheckout_task SET due_at = now(), data = data - 'order_id' - 'is_seen_to'
       WHERE subject_id IN (SELECT payment_collection_id FROM order_payment_collection WHERE order_id = $1)`
    )
    await sql("DELETE FROM webcheckout_pay_link WHERE order_id = $1")
  }

  /** As if nobody had seen to the order before its session was replaced by another method's. */
  private async replaceSession(cartId: string, status: string): Promise<void> {
    await this.world.sql(
      `UPDATE payment_session SET id = id || 'B', provider_id = 'pp_system_default', status = $2 WHERE payment_collection_id IN
       (SELECT payment_collection_id FROM cart_payment_collection WHERE cart_id = $1)`,
      [cartId, status]
    )
  }
}
