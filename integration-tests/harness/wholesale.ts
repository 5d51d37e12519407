import Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import { Shopper, until } from "./shop"
import type { World } from "./world"

/** The provider instance with which orders are paid later. */
export const LATER = "pp_webcheckout_later"

const PASSWORD = "supersecret"

/** A customer of the group "Wholesale", who may order now and pay later. */
export class Wholesale {
  private constructor(
    private readonly world: World,
    private readonly token: string,
    readonly email: string
  ) {}

  /** Signs the customer up, puts them into the group, and offers the provider in their region. */
  static async open(world: World): Promise<Wholesale> {
    const { admin } = world.admin
    const email = "orders@wholesale.example"
    const sdk = new Medusa({
      baseUrl: world.store.url,
      publishableKey: world.key,
      auth: { type: "jwt", jwtTokenStorageMethod: "memory" },
    })
    await sdk.auth.register("customer", "emailpass", { email, password: PASSWORD })
    const { customer } = await sdk.store.customer.create({ email, first_name: "Omar", last_name: "Said" })
    const token = await sdk.auth.login("customer", "emailpass", { email, password: PASSWORD })
    const { customer_group } = await admin.customerGroup.create({ name: "Wholesale" })
    await admin.customerGroup.batchCustomers(customer_group.id, { add: [customer.id] })
    const { regions } = await admin.region.list({ currency_code: "aed" })
    await admin.region.update(regions[0].id, { payment_providers: ["pp_webcheckout_default", LATER] })
    if (typeof token !== "string") {
      throw new Error("the customer could not sign in")
    }
    return new Wholesale(world, token, email)
  }

  /**
   * Orders now.
   *
   * @param isKilled the process dies once the order is there, before anybody heard of it
   * @returns the order, and how often the gateway was called meanwhile
   */
  async order({ isKilled = false } = {}): Promise<{ order: HttpTypes.AdminOrder; calls: number }> {
    const { world } = this
    const before = world.emulator.calls.length
    const shopper = new Shopper(world.store.url, world.key)
    const cart = await shopper.fillCart({ email: this.email })
    await shopper.sdk.client.fetch(`/store/carts/${cart.id}/customer`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.token}` },
    })
    const { data } = await shopper.startPayment(cart, { mode: "mine" }, LATER)
    if (data.mode !== "pay-later" || "redirect_url" in data) {
      throw new Error("paying later begins with a page")
    }
    await shopper.complete(cart.id)
    const calls = world.emulator.calls.length - before
    if (isKilled) {
      await world.killAndRestart()
      await this.forget(cart.id)
    }
    const order = await until("the order", async () => (await world.orders(cart.id))[0])
    return { order, calls }
  }

  /** As if the process had died before it heard of the order. */
  private async forget(cartId: string): Promise<void> {
    const ofOrder = "order_id IN (SELECT order_id FROM order_cart WHERE cart_id = $1)"
    const sql = (text: string) => this.world.sql(text, [cartId])
    await sql(
      `DELETE FROM webcheckout_pay_mail WHERE pay_link_id IN (SELECT id FROM webcheckout_pay_link WHERE ${ofOrder})`
    )
    await sql(
      `UPDATE webcheckout_pay_later SET due_at = now(), order_id = NULL, pay_link_id = NULL, is_sent = false
       WHERE payment_collection_id IN (SELECT payment_collection_id FROM order_payment_collection WHERE ${ofOrder})`
    )
    await sql(`DELETE FROM webcheckout_pay_link WHERE ${ofOrder}`)
  }
}
