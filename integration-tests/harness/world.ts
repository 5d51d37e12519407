import type { AttentionReason } from "../../src/modules/web-checkout/rules/case-reasons"
import { Client } from "pg"
import type Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import type { TaskKind } from "../../src/modules/web-checkout/rules/tasks"
import type { BookedCheckout } from "../../src/emulator/checkouts-and-subscriptions"
import { Emulator, type EmulatorOptions } from "../../src/emulator/server"
import { CartCopies } from "./cart-copies"
import { requireCleanLog } from "./clean-log"
import { Host, type HostOptions, type HostSettings } from "./host"
import { requireSharedHosts, sharedSettings, SHORT_WAITS } from "./shared-shop"
import { passDays, passHours } from "./pass-time"
import { setCase } from "./set-case"
import type { SharedHost } from "./shared-hosts"
import { fillFirstCart, publishableKey, Shopper, signInAdmin, until, visit, type CartWishes } from "./shop"
import type { ShownCheckout, ShownNotification, ShownStatement } from "./shown"
import { DEFAULT_STOREFRONT, gatewayOf, type Store, type StoreSettings } from "./store"

export type { ShownCheckout, ShownStatement }

export interface WorldOptions extends Partial<Omit<HostSettings, "gateway">>, HostOptions {
  emulator?: EmulatorOptions
  /** Other credentials than the emulator's. */
  apiSecret?: string
}

const MERCHANT = "Majlis Coffee"

const PAGE = 100
const ORDER_FIELDS =
  "id,display_id,status,total,currency_code,payment_status,metadata,*transactions,*summary,cart.id,*payment_collections,*payment_collections.payments,*payment_collections.payments.refunds,*payment_collections.payments.captures"

/** What a world needs of its host. */
type WorldHost = Pick<Host, "store" | "settings" | "killAndRestart">

/** A shop with a gateway. */
export class World {
  private readonly kept

  private constructor(
    readonly emulator: Emulator,
    private readonly host: WorldHost,
    readonly admin: Medusa,
    readonly key: string,
    private readonly endHost: () => Promise<void>,
    shared?: SharedHost
  ) {
    this.kept = { goods: new Map<string, string>(), carts: new CartCopies(this, shared) }
  }

  /** A shop that nobody else uses, before or after. */
  static async start({
    emulator: emulatorOptions,
    apiSecret,
    prepare,
    runsJobs,
    ...store
  }: WorldOptions = {}): Promise<World> {
    const emulator = await Emulator.start({ merchant: MERCHANT, ...emulatorOptions })
    const preload = [...SHORT_WAITS, ...(store.preload ?? [])]
    const settings = { ...store, preload, gateway: gatewayOf(emulator, apiSecret) }
    const host = await Host.start(settings, { prepare, runsJobs })
    const admin = await signInAdmin(host.store.url)
    return new World(emulator, host, admin, await publishableKey(admin), () => host.end())
  }

  /**
   * A shop as new, in a Medusa process that this worker keeps for all test files. Its jobs run only when a test runs them.
   * It has the options of SHARED_OPTIONS and, where there is a Chromium, the admin. It sends e-mail to the port
   * `sharedPorts().mailbox`, and shoppers to a storefront at `sharedPorts().storefront`.
   */
  static async shared({ extendedApi = false } = {}): Promise<World> {
    const hosts = requireSharedHosts()
    const port = await hosts.portOf(`gateway, extended ${extendedApi}`)
    const emulator = await Emulator.start({ merchant: MERCHANT, extendedApi, port })
    const settings = { ...(await sharedSettings({ extendedApi })), gateway: gatewayOf(emulator) }
    const shared = await hosts.take(settings, fillFirstCart)
    const admin = await signInAdmin(shared.host.store.url)
    return new World(emulator, shared.host, admin, await publishableKey(admin), () => shared.host.untilQuiet(), shared)
  }

  /** A shop that runs already, with its gateway: ended by whoever has started it. */
  static async around(emulator: Emulator, store: Store, settings: StoreSettings): Promise<World> {
    const admin = await signInAdmin(store.url)
    const killAndRestart = () => Promise.reject(new Error("this shop belongs to somebody else"))
    const host = { store, settings, killAndRestart }
    return new World(emulator, host, admin, await publishableKey(admin), async () => undefined)
  }

  get store(): Store {
    return this.host.store
  }

  get settings(): StoreSettings {
    return this.host.settings
  }

  /** Where shoppers are sent after the payment page. */
  get storefrontUrl(): string {
    return this.settings.storefrontUrl ?? DEFAULT_STOREFRONT
  }

  /** The plugin's events that the store's own subscriber has heard. */
  async events(): Promise<{ name: string; data: Record<string, unknown> }[]> {
    const { events } = await this.admin.client.fetch<{ events: { name: string; data: Record<string, unknown> }[] }>(
      "/admin/noted-events"
    )
    return events
  }

  /**
   * SIGKILL, and a new process at the same address. In between, a minute passes for leases and refunds: what the killed
   * process was at counts as lost.
   *
   * @param between runs while no process uses the database
   */
  async killAndRestart(between?: (settings: StoreSettings) => Promise<void>): Promise<void> {
    await this.host.killAndRestart(async (settings) => {
      requireCleanLog(this.store.log(), this.emulator)
      await this.sql(`UPDATE webcheckout_lease SET expires_at = expires_at - interval '1 minute';
        UPDATE refund SET created_at = created_at - interval '1 minute';
        UPDATE webcheckout_refund SET created_at = created_at - interval '1 minute'`)
      await between?.(settings)
    })
  }

  /** Every world's log is searched when it ends. @throws Error when it holds a secret, a token or personal data */
  async stop(): Promise<void> {
    await this.endHost()
    await this.emulator.stop()
    requireCleanLog(this.store.log(), this.emulator)
  }

  shopper(): Shopper {
    return new Shopper(this.store.url, this.key, this.kept)
  }

  /** A cart whose payment has been started, with the checkout in the gateway's books. */
  async startedPayment(wishes?: CartWishes, data?: Record<string, unknown>) {
    const shopper = this.shopper()
    const cart = await shopper.fillCart(wishes)
    const session = await shopper.startPayment(cart, data)
    return { shopper, cart, session, checkout: this.checkoutOf(session.id) }
  }

  /** The gateway's record of a payment session. */
  checkoutOf(sessionId: string): BookedCheckout {
    const checkout = this.emulator.books.allCheckouts().find((candidate) => candidate.requestId === sessionId)
    if (!checkout) {
      throw new Error(`the gateway has no checkout for ${sessionId}`)
    }
    return checkout
  }

  /** What the gateway has of a cart's purchase. */
  async checkoutsOf(cartId: string): Promise<BookedCheckout[]> {
    const requestIds = (await this.ledger({ cart_id: cartId })).map(({ request_id }) => request_id)
    return this.emulator.books.allCheckouts().filter(({ requestId }) => requestIds.includes(requestId))
  }

  /** The shopper's browser comes back: where is it sent? */
  async comeBack(
    checkout: BookedCheckout,
    query = `?checkout=${checkout.id}&reference=${checkout.orderId}`
  ): Promise<URL> {
    const { status, location } = await visit(`${checkout.returnUrl}${query}`)
    if (status !== 303 || location === null) {
      throw new Error(`the return route answered ${status}`)
    }
    return new URL(location)
  }

  /** One statement on the store's database: for looking at the plugin's own tables, and for letting time pass in them. */
  async sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.settings.databaseUrl })
    await client.connect()
    try {
      return (await client.query(text, values)).rows as Row[]
    } finally {
      await client.end()
    }
  }

  /** Lets so many hours pass for a checkout's row, as far as its own times go, and for its refunds. */
  async passHours(checkout: { id: string }, hours: number): Promise<void> {
    await passHours((text, values) => this.sql(text, values), checkout, hours)
  }

  /** Gives a checkout one open case and no other: just opened, and nobody told. */
  async setCase(checkout: { id: string }, reason?: AttentionReason, when?: { hoursAgo: number }): Promise<void> {
    await setCase((text, values) => this.sql(text, values), checkout.id, reason, when)
  }

  /** Lets so many days pass for what waits to be paid and to be mailed; of one order, or of all. */
  async passDays(days: number, order?: { id: string }): Promise<void> {
    await passDays((text, values) => this.sql(text, values), days, order)
  }

  /** The job's round, now, with these checkouts due, if they come due at all. */
  async reconcile(...checkouts: { id: string }[]): Promise<void> {
    await this.sql(
      `UPDATE webcheckout_checkout SET next_check_at = now(), follow_after = NULL
       WHERE checkout_id = ANY($1) AND next_check_at IS NOT NULL`,
      [checkouts.map(({ id }) => id)]
    )
    await this.runJob()
    if (await this.hasInterruptedRefund()) {
      await this.runTasks("find_interrupted_refunds")
      await this.runTasks("finish_interrupted_refunds")
    }
  }

  private async hasInterruptedRefund(): Promise<boolean> {
    const [{ is }] = await this.sql<{ is: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM webcheckout_refund WHERE status = 'open')
         OR EXISTS (SELECT 1 FROM refund WHERE deleted_at IS NULL AND id NOT IN
           (SELECT refund_id FROM webcheckout_refund WHERE refund_id IS NOT NULL AND status IN ('done', 'reported'))) AS is`
    )
    return is
  }

  /** The job's round, with what is due by itself. */
  async runJob(job: "reconcile-checkouts" | "run-tasks" = "reconcile-checkouts"): Promise<void> {
    await this.admin.client.fetch("/admin/reconcile", { method: "POST", body: { job } })
  }

  /** The job of the tasks, with all of some kinds due; what the others have for now. */
  async runTasks(...kinds: TaskKind[]): Promise<void> {
    await this.sql("UPDATE webcheckout_task SET due_at = now() WHERE kind = ANY($1)", [kinds])
    await this.runJob("run-tasks")
  }

  /** The rounds in which people are told of cases, by the bell and by mail, and of what is still open. */
  async tell(): Promise<void> {
    await this.runTasks("notify_cases", "send_daily_mail")
  }

  /** A placed and paid order. */
  async paidOrder(wishes?: CartWishes) {
    const started = await this.startedPayment(wishes)
    this.emulator.act(started.checkout.id, "pay")
    await this.comeBack(started.checkout)
    return { ...started, order: await this.order(started.cart.id) }
  }

  /** Makes the completion of this cart fail in a store's hook, or no longer. */
  async letCompletionFail(cart_id: string, fails: boolean): Promise<void> {
    await this.admin.client.fetch("/admin/failing-carts", { method: "POST", body: { cart_id, fails } })
  }

  /** The open case of a ledger row, as *Close case* sends it. */
  async caseOf(id: string): Promise<string> {
    const { checkout } = await this.admin.client.fetch<{ checkout: { case: string } }>(
      `/admin/webcheckout/checkouts/${id}`
    )
    return checkout.case
  }

  /** What a merchant's own code does behind the plugin's back. */
  async disturb(what: { cancel_order?: string; delete_cart?: string }): Promise<void> {
    await this.admin.client.fetch("/admin/disturb", { method: "POST", body: what })
  }

  /** The order gets one more of a product. @returns the collection through which the rest is to be paid */
  async addToOrder(
    orderId: string,
    { handle = "cup-set", beforeConfirm = async (): Promise<unknown> => undefined } = {}
  ): Promise<string> {
    const { products } = await this.admin.admin.product.list({ handle, fields: "id,*variants" })
    await this.admin.admin.orderEdit.initiateRequest({ order_id: orderId })
    await this.admin.admin.orderEdit.addItems(orderId, {
      items: [{ variant_id: products[0].variants?.[0].id ?? "", quantity: 1 }],
    })
    await beforeConfirm()
    await this.admin.admin.orderEdit.confirm(orderId)
    const { order } = await this.admin.admin.order.retrieve(orderId, { fields: "*payment_collections" })
    const unpaid = order.payment_collections?.find(({ status }) => status === "not_paid" || status === "awaiting")
    if (!unpaid) {
      throw new Error("the edit has left nothing to pay")
    }
    return unpaid.id
  }

  /** Medusa's books of an order: what its payments, captures, refunds and transactions come to. */
  async books(orderId: string) {
    const { order } = await this.admin.admin.order.retrieve(orderId, {
      fields:
        "id,status,total,*summary,*transactions,*payment_collections,*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds",
    })
    const payments = (order.payment_collections ?? []).flatMap((collection) => collection.payments ?? [])
    // Medusa does not round what it keeps: 5 % of 104.95 stands in its books with three decimals.
    const sum = (amounts: number[]) => Math.round(amounts.reduce((total, amount) => total + amount, 0) * 100) / 100
    const transactions: { amount: number; reference: string }[] = Reflect.get(order, "transactions") ?? []
    return {
      status: order.status,
      total: sum([order.total]),
      payments: payments.map(({ id, provider_id, canceled_at }) => ({
        id,
        provider_id,
        isCanceled: Boolean(canceled_at),
      })),
      captured: sum(payments.flatMap(({ captures }) => captures ?? []).map(({ amount }) => amount)),
      refunded: sum(payments.flatMap(({ refunds }) => refunds ?? []).map(({ amount }) => amount)),
      transactions: sum(transactions.map(({ amount }) => amount)),
    }
  }

  /** What a person does about a ledger row in the admin. */
  async act(
    id: string,
    action: "sync" | "resolve" | "place-order" | "record-refund" | "refund",
    body?: Record<string, unknown>
  ): Promise<ShownCheckout> {
    const { checkout } = await this.admin.client.fetch<{ checkout: ShownCheckout }>(
      `/admin/webcheckout/checkouts/${id}/${action}`,
      { method: "POST", body: body ?? {} }
    )
    return checkout
  }

  /** What the admin's bell shows about a payment or a subscription. */
  async bell(id: string): Promise<ShownNotification[]> {
    const fields = "id,resource_id,channel,data"
    const { notifications } = await this.admin.client.fetch<{ notifications: ShownNotification[] }>(
      "/admin/notifications",
      { query: { channel: "feed", q: id, fields, limit: 100 } }
    )
    return notifications.filter(({ resource_id }) => resource_id === id)
  }

  /** What a period's checkouts have brought, in all the books. */
  async statement(query: Record<string, string> = {}): Promise<ShownStatement> {
    const { statement } = await this.admin.client.fetch<{ statement: ShownStatement }>("/admin/webcheckout/statement", {
      query,
    })
    return statement
  }

  async ledger(filters: Record<string, string>): Promise<ShownCheckout[]> {
    const { checkouts } = await this.admin.client.fetch<{ checkouts: ShownCheckout[] }>(
      "/admin/webcheckout/checkouts",
      {
        query: { order: "created_at", limit: 100, ...filters },
      }
    )
    return checkouts
  }

  /** Every order of the shop, with the cart it came from. */
  async allOrders(): Promise<(HttpTypes.AdminOrder & { cart?: { id: string } | null })[]> {
    const found: (HttpTypes.AdminOrder & { cart?: { id: string } | null })[] = []
    for (;;) {
      const { orders, count } = await this.admin.admin.order.list({
        limit: PAGE,
        offset: found.length,
        order: "-created_at",
        fields: ORDER_FIELDS,
      })
      found.push(...orders)
      if (orders.length === 0 || found.length >= count) {
        return found
      }
    }
  }

  async orders(cartId: string): Promise<HttpTypes.AdminOrder[]> {
    const found = await this.sql<{ order_id: string }>(
      "SELECT order_id FROM order_cart WHERE cart_id = $1 AND deleted_at IS NULL",
      [cartId]
    )
    const ids = found.map(({ order_id }) => order_id)
    return ids.length === 0 ? [] : (await this.admin.admin.order.list({ id: ids, fields: ORDER_FIELDS })).orders
  }

  /** The one order of a cart. @throws Error when there is none or more */
  async order(cartId: string): Promise<HttpTypes.AdminOrder> {
    const orders = await until("an order", async () => {
      const found = await this.orders(cartId)
      return found.length > 0 && found
    })
    if (orders.length !== 1) {
      throw new Error(`the cart has ${orders.length} orders`)
    }
    return orders[0]
  }
}
