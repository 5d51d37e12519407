import type Medusa from "@medusajs/js-sdk"
import { DateTime } from "luxon"
import type { Browser } from "playwright-core"
import { DESKTOP, PHONE } from "../harness/browser"
import { until } from "../harness/shop"
import type { StoreAddresses } from "./store-project"

const SUBSCRIPTION = {
  description: "Coffee of the month",
  amount: 59,
  currency_code: "aed",
  send_every: "MONTH",
  start_date: DateTime.utc().plus({ days: 7 }).toISODate(),
  send_on_hour: 9,
  idempotency_key: "fresh-store",
  customer: { first_name: "Aisha", last_name: "Rahman", email: "aisha@shop.example" },
}

interface Ledger {
  checkouts: { checkout_id: string; amount: number; currency_code: string; gateway_status: string }[]
}

/** Buys something as a shopper does. @returns the id of the order */
export async function buy(browser: Browser, storefrontUrl: string, shop: Medusa): Promise<string> {
  const page = await browser.newPage(DESKTOP)
  await page.goto(storefrontUrl)
  await page.getByRole("button", { name: "Buy" }).click()
  await page.getByRole("button", { name: /^Pay \d/ }).click()
  await page.getByText("Thank you, your payment arrived.").waitFor()
  await page.close()
  return until("the paid order", async () => {
    const { orders } = await shop.admin.order.list({ fields: "id,payment_status" })
    return orders.find(({ payment_status }) => payment_status === "captured")?.id
  })
}

/** Refunds a payment as the README says where the extended API is not on: in the gateway's dashboard first, then in Medusa. */
export async function refund(shop: Medusa, { gateway }: StoreAddresses, orderId: string): Promise<void> {
  const read = async () => {
    const { order } = await shop.admin.order.retrieve(orderId, { fields: "id,*payment_collections.payments.refunds" })
    const { checkouts } = await shop.client.fetch<Ledger>("/admin/webcheckout/checkouts", {
      query: { order_id: orderId },
    })
    return { payment: order.payment_collections?.[0]?.payments?.[0], row: checkouts[0] }
  }
  const { payment, row } = await read()
  if (!payment || !row) {
    throw new Error(`The order ${orderId} has no payment, or no row in the ledger`)
  }
  await refundInDashboard(gateway, row)
  await shop.admin.payment.refund(payment.id, { amount: payment.amount })
  const after = await read()
  if (after.row?.gateway_status !== "REFUNDED" || after.payment?.refunds?.length !== 1) {
    throw new Error(`The refund is not in the books: ${JSON.stringify(after)}`)
  }
}

/** The emulator has no dashboard: its extended API does the same. */
async function refundInDashboard(
  { baseUrl, apiKey, apiSecret }: StoreAddresses["gateway"],
  { checkout_id, amount, currency_code }: Ledger["checkouts"][number]
): Promise<void> {
  const query = new URLSearchParams({
    amount: String(amount),
    currency: currency_code.toUpperCase(),
    note: "dashboard",
  })
  const address = `${baseUrl}/checkout/${checkout_id}/refund?${query}`
  const headers = {
    "Content-Type": "application/json",
    "X-SERVICE-KEY": apiKey,
    "X-SERVICE-SECRET": apiSecret,
  }
  const answer = await fetch(address, { method: "POST", headers })
  if (!answer.ok) {
    throw new Error(`The gateway refunds nothing: ${answer.status} ${await answer.text()}`)
  }
}

/** Converts a draft order, and pays the link to it on a phone. */
export async function payByLink(browser: Browser, shop: Medusa): Promise<void> {
  const { regions } = await shop.admin.region.list({ currency_code: "aed" })
  const { products } = await shop.admin.product.list({ handle: "cup-set", fields: "id,*variants" })
  const { draft_order } = await shop.admin.draftOrder.create({
    region_id: regions[0]?.id ?? "",
    email: "aisha@shop.example",
    items: [{ variant_id: products[0]?.variants?.[0]?.id ?? "", quantity: 2 }],
  })
  const { pay_link } = await shop.client.fetch<{ pay_link: { url: string } }>("/admin/webcheckout/pay-links", {
    method: "POST",
    body: { order_id: draft_order.id, convert_draft: true },
  })
  const phone = await browser.newPage(PHONE)
  await phone.goto(pay_link.url)
  await phone.getByRole("button", { name: /^Pay/ }).click()
  await phone.getByRole("button", { name: /^Pay \d/ }).click()
  await phone.getByRole("heading", { name: "Paid. Thank you!" }).waitFor()
  await phone.close()
  await until("the order that the link has paid", async () => {
    const { order } = await shop.admin.order.retrieve(draft_order.id, { fields: "id,status,payment_status" })
    return order.status === "pending" && order.payment_status === "captured"
  })
}

/** @returns its id */
export async function createSubscription(shop: Medusa): Promise<string> {
  const { subscription } = await shop.client.fetch<{ subscription: { id: string } }>(
    "/admin/webcheckout/subscriptions",
    { method: "POST", body: SUBSCRIPTION }
  )
  return subscription.id
}
