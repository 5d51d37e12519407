import type { BookedCheckout } from "../../src/emulator/checkouts-and-subscriptions"
import { until } from "../harness/shop"
import type { ShownCheckout, World } from "../harness/world"

export interface Verdict {
  /** Purchases of which at least one checkout was paid. */
  purchases: number
  /** Checkouts. */
  paid: number
  orders: number
  attention: number
  /** Money at the gateway that Medusa's books do not show, and nobody was told. */
  lost: number
  /** A second order, a second payment of one checkout, or more taken than the order comes to, and nobody was told. */
  doubled: number
  /** Any other difference between the books that nobody was told of. */
  untold: number
  /** Orders that a killed process left half made: without a cart, and without a payment. */
  orphans: number
  problems: string[]
}

interface BookedPayment {
  checkoutId: string | undefined
  isCanceled: boolean
  net: number
}

/** Compares the gateway's books with Medusa's payments, captures, refunds and order transactions: a difference without a case counts. */
export async function judgeBooks(world: World, carts: readonly string[]): Promise<Verdict> {
  const allOrders = await world.allOrders()
  const payments = await allPayments(world)
  // Left by a process that was killed while Medusa placed an order.
  const orphans = allOrders.filter(({ cart }) => !cart).length
  const verdict: Verdict = {
    ...{ purchases: 0, paid: 0, orders: 0, attention: 0, lost: 0, doubled: 0, untold: 0 },
    ...{ orphans, problems: [] },
  }
  for (const cartId of carts) {
    const orders = allOrders.filter(({ cart }) => cart?.id === cartId)
    const rows = await rowsOf(world, cartId, orders[0]?.id)
    const checkouts = checkoutsOf(world, rows)
    const attention = rows.filter((row) => row.attention !== null)
    const paid = checkouts.filter((checkout) => takenBy(checkout) > 0).length
    verdict.paid += paid
    verdict.purchases += paid > 0 ? 1 : 0
    verdict.orders += orders.length
    verdict.attention += attention.length
    const found = [
      ...differencesOfCheckouts(checkouts, payments, { isTold: attention.length > 0, hasOrder: orders.length > 0 }),
      ...(attention.length > 0 ? [] : await differencesOfOrders(world, orders, checkouts)),
    ]
    if (orders.length > 1) {
      found.push("doubled: orders")
    }
    const isForgotten = rows.some((row) => row.attention === null && row.next_check_at === null && isHeldUnsettled(row))
    if (isForgotten) {
      found.push("lost: paid, not settled, and nobody looks at it again")
    }
    for (const problem of found) {
      const [kind] = problem.split(":")
      verdict[kind as "lost" | "doubled" | "untold"] += 1
      verdict.problems.push(`${cartId}: ${problem}; ${JSON.stringify(rows)}`)
    }
  }
  return verdict
}

function differencesOfCheckouts(
  checkouts: BookedCheckout[],
  payments: BookedPayment[],
  { isTold, hasOrder }: { isTold: boolean; hasOrder: boolean }
): string[] {
  return checkouts.flatMap((checkout) => {
    const found: string[] = []
    const own = payments.filter(({ checkoutId }) => checkoutId === checkout.id)
    const [atGateway, inMedusa] = [netOf(checkout), sumOf(own.map(({ net }) => net))]
    if (own.filter(({ isCanceled }) => !isCanceled).length > 1) {
      found.push(`doubled: ${own.length} payments of ${checkout.id}`)
    }
    if (atGateway !== inMedusa && !isTold) {
      const kind = inMedusa === 0 && !hasOrder ? "lost" : "untold"
      found.push(`${kind}: ${checkout.id} ${atGateway} at the gateway, ${inMedusa} in Medusa`)
    }
    return found
  })
}

async function differencesOfOrders(
  world: World,
  orders: { id: string }[],
  checkouts: BookedCheckout[]
): Promise<string[]> {
  const found: string[] = []
  const kept = sumOf(checkouts.map(netOf))
  for (const { id } of orders) {
    const books = await world.books(id)
    const standing = sumOf([books.captured, -books.refunded])
    if (books.transactions !== standing) {
      found.push(`untold: transactions ${books.transactions}, payments ${standing}`)
    }
    if (standing > books.total + 0.01 && books.status !== "canceled") {
      found.push(`doubled: ${standing} taken for ${books.total}`)
    }
    if (books.status === "canceled" && kept > 0) {
      found.push(`untold: cancelled, and ${kept} kept`)
    }
  }
  return found
}

async function allPayments(world: World): Promise<BookedPayment[]> {
  const found: BookedPayment[] = []
  for (;;) {
    const { payments, count } = await world.admin.admin.payment.list({
      limit: 100,
      offset: found.length,
      order: "created_at",
      fields: "id,data,canceled_at,*captures,*refunds",
    })
    found.push(
      ...payments.map(({ data, canceled_at, captures, refunds }) => ({
        checkoutId: typeof data?.checkout_id === "string" ? data.checkout_id : undefined,
        isCanceled: Boolean(canceled_at),
        net:
          (captures ?? []).reduce((sum, { amount }) => sum + amount, 0) -
          (refunds ?? []).reduce((sum, { amount }) => sum + amount, 0),
      }))
    )
    if (payments.length === 0 || found.length >= count) {
      return found
    }
  }
}

async function rowsOf(world: World, cartId: string, orderId: string | undefined): Promise<ShownCheckout[]> {
  const rows = await until("the ledger", () => world.ledger({ cart_id: cartId }).catch(() => undefined))
  const ofOrder = orderId === undefined ? [] : await world.ledger({ order_id: orderId })
  return [...rows, ...ofOrder.filter(({ id }) => !rows.some((row) => row.id === id))]
}

function checkoutsOf(world: World, rows: ShownCheckout[]): BookedCheckout[] {
  const requestIds = rows.map(({ request_id }) => request_id)
  return world.emulator.books.allCheckouts().filter(({ requestId }) => requestIds.includes(requestId))
}

/** What the gateway took on a checkout, in major units. */
function takenBy({ status, amount }: BookedCheckout): number {
  return ["PAID", "PARTIALLY_REFUNDED", "REFUNDED"].includes(status) ? amount : 0
}

/** What the gateway has kept of a checkout. */
function netOf(checkout: BookedCheckout): number {
  return sumOf([takenBy(checkout), -(takenBy(checkout) > 0 ? (checkout.totalRefunded ?? 0) : 0)])
}

function sumOf(amounts: number[]): number {
  return Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100
}

function isHeldUnsettled({ status, gateway_status }: ShownCheckout): boolean {
  return status !== "settled" && (gateway_status === "PAID" || gateway_status === "AUTHORIZED")
}
