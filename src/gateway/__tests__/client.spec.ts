import { createServer, type Socket } from "node:net"
import type { AddressInfo } from "node:net"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Emulator, type EmulatorOptions } from "../../emulator/server"
import type { FaultKind } from "../../emulator/faults"
import { ExtendedGatewayClient, GatewayClient } from "../client"
import { GatewayError } from "../errors"
import type { CheckoutRequest, SubscriptionRequest } from "../schemas"
import { InvalidRequestError } from "../errors"

const SETTINGS = {
  apiKey: "test-key",
  apiSecret: "test-secret",
  headers: { key: "X-SERVICE-KEY", secret: "X-SERVICE-SECRET" },
  timeoutMs: 2000,
  maxConnections: 4,
  identifierSpelling: "Id" as const,
}

let sequence = 0

function checkoutRequest(overrides: Partial<CheckoutRequest> = {}): CheckoutRequest {
  sequence += 1
  return {
    requestId: `payses_${sequence}`,
    orderId: "cart_1",
    currency: "AED",
    amount: 115.51,
    returnUrl: "http://127.0.0.1:9000/webcheckout/return/abc",
    ...overrides,
  }
}

const SUBSCRIPTION: SubscriptionRequest = {
  description: "Coffee, monthly",
  currency: "AED",
  amount: 49.5,
  customer: { firstName: "Aisha", lastName: "Khan", email: "aisha@shop.example", phone: "971501234567" },
  startDate: "2099-01-31",
  endDate: "2100-01-31",
  sendOnHour: 9,
  sendEvery: "MONTH",
}

async function failureOf(promise: Promise<unknown>): Promise<GatewayError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason
  )
  if (!(error instanceof GatewayError)) {
    throw new Error(`expected a GatewayError, got ${String(error)}`)
  }
  return error
}

describe("the documented calls", () => {
  let emulator: Emulator
  let client: GatewayClient

  const start = async (
    options: EmulatorOptions = {},
    settings: Partial<typeof SETTINGS> | { identifierSpelling: "ID" } = {}
  ) => {
    emulator = await Emulator.start(options)
    client = new GatewayClient({ ...SETTINGS, baseUrl: emulator.baseUrl, ...settings })
  }

  afterEach(async () => {
    await client.close()
    await emulator.stop()
  })

  it("creates a checkout with every documented field and reads it back", async () => {
    await start()
    const request = checkoutRequest({
      customer: {
        id: "cus_1",
        firstName: "Aisha",
        lastName: "Khan",
        email: "aisha@shop.example",
        phone: "971501234567",
      },
      billingAddress: { name: "Aisha Khan", address1: "1 Sea Rd", city: "Dubai", zip: "00000", country: "AE" },
      deliveryAddress: {
        name: "Aisha Khan",
        address1: "1 Sea Rd",
        address2: "4b",
        city: "Dubai",
        state: "DU",
        country: "ARE",
      },
      items: [{ name: "Shirt", sku: "S-1", unitprice: 57.5, quantity: 2, linetotal: 115 }],
    })
    const created = await client.createCheckout(request)
    expect(created).toMatchObject({
      requestId: request.requestId,
      orderId: "cart_1",
      amount: 115.51,
      status: "PENDING",
    })
    expect(created.redirectUrl).toMatch(/\/pay\//)
    const booked = emulator.books.checkout(created.id)
    expect(booked).toMatchObject({
      customer: request.customer,
      billingAddress: request.billingAddress,
      deliveryAddress: request.deliveryAddress,
      items: request.items,
    })
    await expect(client.getCheckout(created.id)).resolves.toMatchObject({ id: created.id, status: "PENDING" })
  })

  it("sends the identifiers in the configured spelling", async () => {
    await start({ identifierSpelling: "ID" }, { identifierSpelling: "ID" })
    await expect(client.createCheckout(checkoutRequest())).resolves.toMatchObject({ orderId: "cart_1" })
  })

  it("is refused if the gateway expects the other spelling", async () => {
    await start({ identifierSpelling: "ID" })
    await expect(failureOf(client.createCheckout(checkoutRequest()))).resolves.toMatchObject({
      code: "gateway_rejected",
      words: "requestID is required",
    })
  })

  it("keeps unknown fields of an answer and reads either spelling of its identifiers", async () => {
    await start()
    const created = await client.createCheckout(checkoutRequest())
    emulator.fault({
      operation: "getCheckout",
      kind: "patch",
      patch: { requestId: null, requestID: created.requestId, orderId: null, orderID: "cart_1", novelty: { deep: 1 } },
    })
    await expect(client.getCheckout(created.id)).resolves.toMatchObject({
      requestId: created.requestId,
      orderId: "cart_1",
      novelty: { deep: 1 },
    })
  })

  it("reads the statuses in sentence case too", async () => {
    await start({ statusStyle: "sentence" })
    const created = await client.createCheckout(checkoutRequest())
    emulator.act(created.id, "pay")
    emulator.refund(created.id, "15.51", "AED")
    await expect(client.getCheckout(created.id)).resolves.toMatchObject({ status: "PARTIALLY_REFUNDED" })
  })

  it("creates a subscription", async () => {
    await start()
    await expect(client.createSubscription(SUBSCRIPTION)).resolves.toHaveProperty("id")
    expect(emulator.books.allSubscriptions()[0].received).toEqual(SUBSCRIPTION)
  })

  it("uses its own header names", async () => {
    const headers = { key: "X-BRAND-KEY", secret: "X-BRAND-SECRET" }
    await start({ headers }, { headers })
    await expect(client.createCheckout(checkoutRequest())).resolves.toHaveProperty("id")
  })

  it.each([
    ["status", "SOMETHING", "result.status"],
    ["id", "12/../34", "result.id"],
    ["id", 12, "result.id"],
    ["amount", "115.51", "result.amount"],
    ["currency", null, "result.currency"],
    ["requestId", null, "result.requestId"],
  ])("calls an answer malformed whose %s is %p, and names the path", async (field, value, path) => {
    await start()
    const created = await client.createCheckout(checkoutRequest())
    emulator.fault({ operation: "getCheckout", kind: "patch", patch: { [field]: value } })
    await expect(failureOf(client.getCheckout(created.id))).resolves.toMatchObject({
      code: "gateway_malformed",
      message: expect.stringContaining(` an unexpected answer: ${path}: `),
      mayHaveHappened: true,
    })
  })

  it("requires the redirectUrl on creation", async () => {
    await start()
    emulator.fault({ operation: "createCheckout", kind: "patch", patch: { redirectUrl: null } })
    await expect(failureOf(client.createCheckout(checkoutRequest()))).resolves.toMatchObject({
      message: expect.stringContaining(" an unexpected answer: result.redirectUrl: "),
    })
  })

  it.each<[FaultKind, Record<string, unknown>, Record<string, unknown>]>([
    ["html", {}, { code: "gateway_malformed", mayHaveHappened: true }],
    ["empty", {}, { code: "gateway_malformed" }],
    ["garbled", {}, { code: "gateway_malformed" }],
    ["huge", {}, { code: "gateway_malformed" }],
    ["redirect", {}, { code: "gateway_malformed", httpStatus: 302 }],
    ["truncated", {}, { code: "gateway_ambiguous", mayHaveHappened: true }],
    ["drop-before", {}, { code: "gateway_ambiguous" }],
    ["drop-after", {}, { code: "gateway_ambiguous" }],
    ["status-before", { status: 401 }, { code: "gateway_unauthorized", mayHaveHappened: false }],
    ["status-before", { status: 403 }, { code: "gateway_unauthorized" }],
    ["status-before", { status: 404 }, { code: "gateway_rejected", httpStatus: 404 }],
    [
      "status-before",
      { status: 429, retryAfterSeconds: 7 },
      { code: "gateway_rejected", httpStatus: 429, retryAfterMs: 7000, mayHaveHappened: false },
    ],
    ["status-before", { status: 500 }, { code: "gateway_ambiguous", httpStatus: 500 }],
    ["status-after", { status: 503 }, { code: "gateway_ambiguous", mayHaveHappened: true }],
    ["status-before", { status: 200 }, { code: "gateway_rejected", httpStatus: 200 }],
  ])("turns %s %p into its own error", async (kind, extra, expected) => {
    await start()
    emulator.fault({ operation: "createCheckout", kind, ...extra })
    await expect(failureOf(client.createCheckout(checkoutRequest()))).resolves.toMatchObject(expected)
    expect(emulator.callsTo("createCheckout")).toHaveLength(1)
  })

  it.each<FaultKind>(["delay-before", "delay-after", "slow-body"])(
    "gives up on %s after timeoutMs as ambiguous",
    async (kind) => {
      await start({}, { timeoutMs: 300 })
      emulator.fault({ operation: "createCheckout", kind, delayMs: 1500 })
      const error = await failureOf(client.createCheckout(checkoutRequest()))
      expect(error).toMatchObject({ code: "gateway_ambiguous", operation: "POST /checkout/web" })
      expect(error.message).toContain("300 ms")
    }
  )

  it("reports wrong credentials as unauthorized and never prints them", async () => {
    await start({}, { apiSecret: "wrong-secret-value" })
    const error = await failureOf(client.createCheckout(checkoutRequest()))
    expect(error.code).toBe("gateway_unauthorized")
    expect(`${error.message} ${error.stack}`).not.toContain("wrong-secret-value")
  })

  it("reuses its connections", async () => {
    await start()
    const sockets = new Set<number | undefined>()
    const { id } = await client.createCheckout(checkoutRequest())
    Reflect.get(emulator, "server").on("request", (request: { socket: Socket }) =>
      sockets.add(request.socket.remotePort)
    )
    for (let index = 0; index < 20; index += 1) {
      await client.getCheckout(id)
    }
    expect(sockets.size).toBeLessThanOrEqual(2)
  })

  it.each<[string, Partial<CheckoutRequest>]>([
    ["requestId", { requestId: "" }],
    ["orderId", { orderId: "  " }],
    ["currency", { currency: "aed" }],
    ["currency", { currency: "ZZZ" }],
    ["amount", { amount: 0 }],
    ["amount", { amount: -5 }],
    ["amount", { amount: NaN }],
    ["amount", { amount: 1.005 }],
    ["amount", { amount: 1.5, currency: "JPY" }],
    ["returnUrl", { returnUrl: "javascript:alert(1)" }],
    ["customer.email", { customer: { firstName: "A", lastName: "B", email: "nobody" } }],
    [
      "billingAddress.country",
      { billingAddress: { name: "A", address1: "1", city: "X", country: "United Arab Emirates" } },
    ],
    ["items.0.quantity", { items: [{ name: "A", quantity: 0, linetotal: 1 }] }],
  ])("refuses a bad %s before any call and names the field", async (field, overrides) => {
    await start()
    const attempt = client.createCheckout(checkoutRequest(overrides))
    await expect(attempt).rejects.toThrow(InvalidRequestError)
    await expect(attempt).rejects.toThrow(`${field}: `)
    expect(emulator.calls).toHaveLength(0)
  })

  it.each(["", "12a", "../1", "1/2", "１２"])("refuses the checkout id %p before any call", async (id) => {
    await start()
    await expect(client.getCheckout(id)).rejects.toThrow(/checkoutId: must be a string of digits/)
    expect(emulator.calls).toHaveLength(0)
  })

  it.each<[string, Partial<SubscriptionRequest>]>([
    ["customerId", { customerId: "1" }],
    ["customerId", { customer: undefined }],
    ["startDate", { startDate: "2099-02-30" }],
    ["startDate", { startDate: "31.01.2099" }],
    ["endDate", { endDate: "2099-01-30" }],
    ["sendOnHour", { sendOnHour: 24 }],
    ["amount", { amount: 0 }],
  ])("refuses a subscription with a bad %s before any call", async (field, overrides) => {
    await start()
    await expect(client.createSubscription({ ...SUBSCRIPTION, ...overrides })).rejects.toThrow(`${field}: `)
    expect(emulator.calls).toHaveLength(0)
  })
})

describe("a gateway that cannot be reached", () => {
  it("is unreachable if the port is closed, and the call is retried", async () => {
    const free = createServer()
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve))
    const { port } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    const client = new GatewayClient({ ...SETTINGS, baseUrl: `http://127.0.0.1:${port}/merchant/2.0` })
    await expect(failureOf(client.createCheckout(checkoutRequest()))).resolves.toMatchObject({
      code: "gateway_unreachable",
      mayHaveHappened: false,
    })
    await client.close()
  })

  it("is unreachable when the connection is not made within timeoutMs", async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const { port } = silent.address() as AddressInfo
    const client = new GatewayClient({ ...SETTINGS, timeoutMs: 300, baseUrl: `https://127.0.0.1:${port}/merchant/2.0` })
    await expect(failureOf(client.createCheckout(checkoutRequest()))).resolves.toMatchObject({
      code: "gateway_unreachable",
      timedOut: true,
      mayHaveHappened: false,
    })
    silent.close()
  })

  it("succeeds if the port opens between two attempts", async () => {
    const emulator = await Emulator.start()
    const { port } = new URL(emulator.url)
    await emulator.stop()
    const client = new GatewayClient({ ...SETTINGS, baseUrl: emulator.baseUrl })
    const attempt = client.createCheckout(checkoutRequest())
    const again = await Emulator.start({ port: Number(port) })
    await expect(attempt).resolves.toHaveProperty("redirectUrl")
    expect(again.books.allCheckouts()).toHaveLength(1)
    await client.close()
    await again.stop()
  })

  it.each([
    ["the connection closes", undefined],
    ["the route is lost", "EHOSTUNREACH"],
  ])("is ambiguous, and asked once, when %s after the request was sent", async (_, code) => {
    // undici publishes the socket to which it writes a request. A lost route breaks that socket with the code of a failed connect.
    let ours: Socket | undefined
    const noteSocket = (message: unknown) => {
      ours = (message as { socket: Socket }).socket
    }
    subscribe("undici:client:sendHeaders", noteSocket)
    const breakConnection = jest.fn((theirs: Socket) =>
      code === undefined ? theirs.destroy() : ours?.destroy(Object.assign(new Error("no route"), { code }))
    )
    const server = createServer((socket) => {
      socket.once("data", () => breakConnection(socket))
      socket.on("error", () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const client = new GatewayClient({ ...SETTINGS, baseUrl: `http://127.0.0.1:${port}/merchant/2.0` })
    const error: unknown = await client.createCheckout(checkoutRequest()).catch((reason: unknown) => reason)
    unsubscribe("undici:client:sendHeaders", noteSocket)
    await client.close()
    await new Promise((resolve) => server.close(resolve))
    expect(error).toMatchObject({ code: "gateway_ambiguous", mayHaveHappened: true, cause: code ? { code } : {} })
    expect(breakConnection).toHaveBeenCalledTimes(1)
  })
})

describe("the extended calls", () => {
  let emulator: Emulator
  let client: ExtendedGatewayClient

  beforeEach(async () => {
    emulator = await Emulator.start({ extendedApi: true })
    client = new ExtendedGatewayClient({ ...SETTINGS, baseUrl: emulator.baseUrl })
  })

  afterEach(async () => {
    await client.close()
    await emulator.stop()
  })

  it("finds a checkout by the requestId of a create call whose answer was lost", async () => {
    emulator.fault({ operation: "createCheckout", kind: "drop-after" })
    const request = checkoutRequest()
    await failureOf(client.createCheckout(request))
    const found = await client.findCheckouts({ requestId: request.requestId })
    expect(found.content.map((checkout) => checkout.requestId)).toEqual([request.requestId])
  })

  it("cancels a pending checkout and is refused on a paid one", async () => {
    const pending = await client.createCheckout(checkoutRequest())
    await expect(client.cancelCheckout(pending.id)).resolves.toMatchObject({ status: "CANCELLED" })
    const paid = await client.createCheckout(checkoutRequest())
    emulator.act(paid.id, "pay")
    await expect(failureOf(client.cancelCheckout(paid.id))).resolves.toMatchObject({ code: "gateway_rejected" })
  })

  it("refunds in part, then in full, and no more than was paid", async () => {
    const { id } = await client.createCheckout(checkoutRequest())
    emulator.act(id, "pay")
    const refund = (amount: number) => client.refundCheckout(id, amount, "AED", "returned goods")
    await expect(refund(15.51)).resolves.toMatchObject({ status: "PARTIALLY_REFUNDED", totalRefunded: 15.51 })
    await expect(failureOf(refund(100.01))).resolves.toMatchObject({
      code: "gateway_rejected",
      words: "amount must be at most 100",
    })
    await expect(refund(100)).resolves.toMatchObject({ status: "REFUNDED", totalRefunded: 115.51 })
  })

  it("reads, pauses and resumes subscriptions and lists their payments", async () => {
    const { id } = await client.createSubscription({ ...SUBSCRIPTION, startDate: "2020-01-01" })
    const subscriptionId = String(id)
    await expect(client.getSubscription(subscriptionId)).resolves.toMatchObject({
      status: "ACTIVE",
      period: 1,
      periodUnit: "MONTHS",
    })
    await expect(client.switchSubscription(subscriptionId, "pause")).resolves.toMatchObject({ status: "INACTIVE" })
    await expect(client.switchSubscription(subscriptionId, "resume")).resolves.toMatchObject({ status: "ACTIVE" })
    await expect(client.listSubscriptionPayments(subscriptionId, { page: 0, size: 10 })).resolves.toMatchObject({
      totalElements: 1,
    })
    await expect(
      client.findSubscriptions({ "customer.email": "aisha@shop.example", page: 0, size: 10 })
    ).resolves.toMatchObject({
      totalElements: 1,
    })
  })

  it("fail at a gateway without the extended operations", async () => {
    const plain = await Emulator.start()
    const extended = new ExtendedGatewayClient({ ...SETTINGS, baseUrl: plain.baseUrl })
    await expect(failureOf(extended.cancelCheckout("1"))).resolves.toMatchObject({ httpStatus: 404 })
    await extended.close()
    await plain.stop()
  })
})
