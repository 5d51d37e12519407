import { randomUUID, timingSafeEqual } from "node:crypto"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { z } from "zod"
import { ACTIONS, Books, Refusal, type BookedCheckout, type BookedSubscription, type CheckoutAction } from "./books"
import { FAULT_KINDS, FaultPlan, OPERATIONS, type Fault, type Operation } from "./faults"
import { booksPage, closedPage, paymentPage, type SeenCall } from "./pages"

export interface EmulatorOptions {
  /** 0 picks a free port. */
  port?: number
  /** A loopback address: this gateway takes any card. */
  host?: string
  apiKey?: string
  apiSecret?: string
  headers?: { key: string; secret: string }
  /** Answer the operations of the extended description too. */
  extendedApi?: boolean
  /** Shown on the hosted page. */
  merchant?: string
  /** Which spelling of the identifiers requests must use; `any` unless told. */
  identifierSpelling?: "Id" | "ID" | "any"
  /** How statuses are written: `PARTIALLY_REFUNDED` or `Partially refunded`. */
  statusStyle?: "upper" | "sentence"
  /** Refuse a checkout without customer, billingAddress and items, as the extended description marks them. */
  requireDetails?: boolean
  /** A JSON file that keeps the books over a restart. */
  dataFile?: string
}

/** The documented address: the API segment, then the version. */
const API_PATH = "/merchant/2.0"
const LARGEST_BODY_BYTES = 256 * 1024
const KEPT_CALLS = 5000
const HUGE_ANSWER_BYTES = 100 * 1024 * 1024

const faultSchema = z.strictObject({
  operation: z.enum([...OPERATIONS, "*"]),
  kind: z.enum(FAULT_KINDS),
  times: z.int().positive().optional(),
  delayMs: z.int().nonnegative().optional(),
  status: z.int().min(100).max(599).optional(),
  words: z.string().optional(),
  retryAfterSeconds: z.int().nonnegative().optional(),
  checkoutId: z.string().optional(),
  patch: z.record(z.string(), z.unknown()).optional(),
})

type Settings = Required<Omit<EmulatorOptions, "dataFile">> & { dataFile?: string }

const DEFAULTS: Settings = {
  port: 0,
  host: "127.0.0.1",
  apiKey: "test-key",
  apiSecret: "test-secret",
  headers: { key: "X-SERVICE-KEY", secret: "X-SERVICE-SECRET" },
  extendedApi: false,
  merchant: "Demo Shop",
  identifierSpelling: "any",
  statusStyle: "upper",
  requireDetails: false,
}

interface ApiRequest {
  params: string[]
  query: URLSearchParams
  body: Record<string, unknown>
}

interface ApiRoute {
  operation: Operation
  method: "GET" | "POST"
  pattern: RegExp
  extended: boolean
  handle: (request: ApiRequest) => unknown
}

/**
 * A faithful gateway on loopback: the documented calls, on request the extended ones, a hosted payment page, the
 * redirect back, and faults on demand.
 *
 * @example
 * const emulator = await Emulator.start({ port: 4010 })
 * emulator.fault({ operation: "createCheckout", kind: "drop-after" })
 * await emulator.stop()
 */
export class Emulator {
  readonly faults = new FaultPlan()
  readonly calls: SeenCall[] = []
  readonly books: Books
  readonly url: string
  private readonly sockets = new Set<Socket>()
  private readonly routes: ApiRoute[]
  private deaf = false

  private constructor(
    private readonly settings: Settings,
    private readonly server: Server
  ) {
    const { port } = server.address() as AddressInfo
    this.url = `http://${settings.host}:${port}`
    this.books = new Books({
      pageUrl: `${this.url}/pay`,
      identifierSpelling: settings.identifierSpelling,
      requireDetails: settings.requireDetails,
    })
    if (settings.dataFile && existsSync(settings.dataFile)) {
      this.books.restore(JSON.parse(readFileSync(settings.dataFile, "utf8")))
    }
    this.routes = this.apiRoutes()
    server.on("request", (request, response) => void this.serve(request, response))
    server.on("connection", (socket) => this.accept(socket))
  }

  static async start(options: EmulatorOptions = {}): Promise<Emulator> {
    const settings = { ...DEFAULTS, ...options }
    if (!["127.0.0.1", "localhost", "::1"].includes(settings.host)) {
      throw new Error("host: the emulator listens on loopback only")
    }
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(settings.port, settings.host, resolve)
    })
    return new Emulator(settings, server)
  }

  /** The plugin's `baseUrl` option. */
  get baseUrl(): string {
    return `${this.url}${API_PATH}`
  }

  get apiKey(): string {
    return this.settings.apiKey
  }

  get apiSecret(): string {
    return this.settings.apiSecret
  }

  /** Puts a fault on the next calls it fits. */
  fault(fault: Fault): void {
    this.faults.add(fault)
  }

  /** From now on connections are refused (true) or answered again (false): the gateway is away. */
  setAway(away: boolean): void {
    this.deaf = away
    if (away) {
      this.sockets.forEach((socket) => socket.destroy())
    }
  }

  /** What a shopper or the clock does; kept in the books like a click on the hosted page. */
  act(checkoutId: string, action: CheckoutAction): BookedCheckout {
    const checkout = this.books.act(checkoutId, action)
    this.save()
    return checkout
  }

  /** A refund made in the gateway's own dashboard. */
  refund(checkoutId: string, amount: string, currency: string): BookedCheckout {
    const checkout = this.books.refund(checkoutId, amount, currency, "dashboard")
    this.save()
    return checkout
  }

  callsTo(operation: Operation): SeenCall[] {
    return this.calls.filter((call) => call.operation === operation)
  }

  async stop(): Promise<void> {
    this.sockets.forEach((socket) => socket.destroy())
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }

  private accept(socket: Socket): void {
    if (this.deaf) {
      socket.destroy()
      return
    }
    this.sockets.add(socket)
    socket.once("close", () => this.sockets.delete(socket))
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? "/", this.url)
      if (url.pathname.startsWith(`${API_PATH}/`)) {
        await this.serveApi(request, response, url)
        return
      }
      await this.servePages(request, response, url)
    } catch (error) {
      const [status, message] = error instanceof Refusal ? [error.httpStatus, error.message] : [500, "internal error"]
      if (!response.headersSent && !response.destroyed) {
        sendJson(response, status, failure(message))
      }
    }
  }

  /* ------------------------------------------------------------- merchant API */

  private apiRoutes(): ApiRoute[] {
    const { books } = this
    const checkout = (booked: BookedCheckout) => this.checkoutAnswer(booked)
    return [
      {
        operation: "createCheckout",
        method: "POST",
        pattern: /^\/checkout\/web$/,
        extended: false,
        handle: ({ body }) => checkout(books.createCheckout(body)),
      },
      {
        operation: "getCheckout",
        method: "GET",
        pattern: /^\/checkout\/([^/]+)$/,
        extended: false,
        handle: ({ params: [id] }) => checkout(books.checkout(id)),
      },
      {
        operation: "createSubscription",
        method: "POST",
        pattern: /^\/subscription$/,
        extended: false,
        handle: ({ body }) => this.subscriptionAnswer(books.createSubscription(body)),
      },
      {
        operation: "findCheckouts",
        method: "GET",
        pattern: /^\/checkout$/,
        extended: true,
        handle: ({ query }) =>
          pageOf(
            books
              .allCheckouts()
              .filter((booked) => matches(query, "requestId", booked.requestId))
              .filter((booked) => matches(query, "orderId", booked.orderId))
              .filter((booked) => matches(query, "status", booked.status))
              .filter((booked) => matches(query, "customer.email", emailOf(booked.customer)))
              .filter((booked) => isAfter(query, booked.id))
              .map(checkout),
            query
          ),
      },
      {
        operation: "cancelCheckout",
        method: "POST",
        pattern: /^\/checkout\/([^/]+)\/cancel$/,
        extended: true,
        handle: ({ params: [id] }) => checkout(books.act(id, "cancel")),
      },
      {
        operation: "refundCheckout",
        method: "POST",
        pattern: /^\/checkout\/([^/]+)\/refund$/,
        extended: true,
        handle: ({ params: [id], query }) =>
          checkout(books.refund(id, query.get("amount") ?? "", query.get("currency") ?? "", query.get("note") ?? "")),
      },
      {
        operation: "findSubscriptions",
        method: "GET",
        pattern: /^\/subscription$/,
        extended: true,
        handle: ({ query }) =>
          pageOf(
            books
              .allSubscriptions()
              .filter((booked) => matches(query, "status", booked.status))
              .filter((booked) => matches(query, "customer.email", booked.customer?.email))
              .filter((booked) => isAfter(query, booked.id))
              .map((booked) => this.subscriptionAnswer(booked)),
            query
          ),
      },
      {
        operation: "getSubscription",
        method: "GET",
        pattern: /^\/subscription\/([^/]+)$/,
        extended: true,
        handle: ({ params: [id] }) => this.subscriptionAnswer(books.subscription(id)),
      },
      {
        operation: "pauseSubscription",
        method: "POST",
        pattern: /^\/subscription\/([^/]+)\/pause$/,
        extended: true,
        handle: ({ params: [id] }) => this.subscriptionAnswer(books.switchSubscription(id, "INACTIVE")),
      },
      {
        operation: "resumeSubscription",
        method: "POST",
        pattern: /^\/subscription\/([^/]+)\/resume$/,
        extended: true,
        handle: ({ params: [id] }) => this.subscriptionAnswer(books.switchSubscription(id, "ACTIVE")),
      },
      {
        operation: "listSubscriptionPayments",
        method: "GET",
        pattern: /^\/subscription\/([^/]+)\/payment$/,
        extended: true,
        handle: ({ params: [id], query }) =>
          pageOf(
            books.subscription(id).payments.map((payment) => ({
              ...payment,
              checkout: payment.checkout && checkout(payment.checkout),
            })),
            query
          ),
      },
    ]
  }

  private async serveApi(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const path = url.pathname.slice(API_PATH.length)
    const route = this.routes.find(
      (candidate) =>
        candidate.method === request.method &&
        candidate.pattern.test(path) &&
        (!candidate.extended || this.settings.extendedApi)
    )
    if (!route) {
      sendJson(response, 404, failure("no such operation"))
      return
    }
    const fault = this.faults.take(route.operation, path)
    const seen: SeenCall = {
      at: new Date().toISOString(),
      operation: route.operation,
      method: route.method,
      path,
      httpStatus: null,
      fault: fault?.kind ?? null,
    }
    this.calls.push(seen)
    this.calls.splice(0, this.calls.length - KEPT_CALLS)
    response.once("finish", () => (seen.httpStatus = response.statusCode))

    const body = await readBody(request)
    if (await strikeBefore(fault, response)) {
      return
    }
    const answer = this.answer(route, request, path, url, body)
    await this.strikeAfter(fault, response, answer)
  }

  private answer(route: ApiRoute, request: IncomingMessage, path: string, url: URL, body: string): Answer {
    const { headers, apiKey, apiSecret } = this.settings
    if (
      !isSame(request.headers[headers.key.toLowerCase()], apiKey) ||
      !isSame(request.headers[headers.secret.toLowerCase()], apiSecret)
    ) {
      return { status: 401, body: failure("invalid key or secret") }
    }
    if (!String(request.headers["content-type"]).startsWith("application/json")) {
      return { status: 415, body: failure("content type must be application/json") }
    }
    try {
      const params = (route.pattern.exec(path) ?? []).slice(1)
      const result = route.handle({ params, query: url.searchParams, body: parseBody(body) })
      this.save()
      return { status: 200, body: { success: true, elapsed: 7, result } }
    } catch (error) {
      if (error instanceof Refusal) {
        return { status: error.httpStatus, body: failure(error.message) }
      }
      throw error
    }
  }

  private async strikeAfter(fault: Fault | undefined, response: ServerResponse, answer: Answer): Promise<void> {
    const text = JSON.stringify(answer.body)
    switch (fault?.kind) {
      case "drop-after":
        response.destroy()
        return
      case "delay-after":
        await wait(fault.delayMs ?? 1000)
        break
      case "status-after":
        sendJson(response, fault.status ?? 500, failure("something went wrong"))
        return
      case "garbled":
        send(response, 200, "application/json", `${text.slice(0, text.length / 2)}\u0000<<<`)
        return
      case "html":
        send(response, 200, "text/html", "<html><body>Maintenance</body></html>")
        return
      case "empty":
        send(response, 200, "application/json", "")
        return
      case "truncated":
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) + 10 })
        response.write(text)
        await wait(20)
        response.destroy()
        return
      case "slow-body":
        await dribble(response, text, fault.delayMs ?? 1000)
        return
      case "huge":
        await flood(response)
        return
      case "redirect":
        response.writeHead(302, { location: `${this.url}/` }).end()
        return
      case "patch":
        sendJson(response, answer.status, patched(answer.body, fault.patch ?? {}))
        return
    }
    sendJson(response, answer.status, answer.body)
  }

  private checkoutAnswer(booked: BookedCheckout): Record<string, unknown> {
    const { history, refunds, returnUrl, status, customer, ...rest } = booked
    return {
      ...rest,
      customer,
      status: this.spelledStatus(status),
      cashAmount: booked.amount,
      branchId: "1",
      branchName: "Main",
    }
  }

  private subscriptionAnswer(booked: BookedSubscription): Record<string, unknown> {
    const { payments, received, sendEvery, status, ...rest } = booked
    return { ...rest, status: this.spelledStatus(status) }
  }

  private spelledStatus(status: string): string {
    return this.settings.statusStyle === "upper" ? status : status[0] + status.slice(1).toLowerCase().replace(/_/g, " ")
  }

  /* ------------------------------------------------ hosted page and inspection */

  private async servePages(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [, area, name] = url.pathname.split("/")
    const route = `${request.method} /${area}`
    if (route === "GET /" || url.pathname === "/emulator") {
      sendPage(response, 200, booksPage(this.books, this.calls))
    } else if (route === "GET /pay") {
      this.showPayment(response, name)
    } else if (route === "POST /pay") {
      this.clickPayment(response, name, new URLSearchParams(await readBody(request)).get("action") ?? "")
    } else if (route === "GET /emulator" && name === "books") {
      sendJson(response, 200, { ...this.books.snapshot(), calls: this.calls, faults: this.faults.pending() })
    } else if (route === "POST /emulator" && name === "faults") {
      this.addFault(response, await readBody(request))
    } else if (route === "DELETE /emulator" && name === "faults") {
      this.faults.clear()
      sendJson(response, 200, { faults: [] })
    } else if (route === "POST /emulator" && name === "checkouts") {
      const [id, verb] = url.pathname.split("/").slice(3)
      sendJson(response, 200, { checkout: this.act(id, knownAction(verb)) })
    } else {
      sendPage(response, 404, "There is nothing here.")
    }
  }

  private addFault(response: ServerResponse, body: string): void {
    const parsed = faultSchema.safeParse(parseBody(body))
    if (!parsed.success) {
      throw new Refusal(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "))
    }
    this.fault(parsed.data)
    sendJson(response, 201, { faults: this.faults.pending() })
  }

  private showPayment(response: ServerResponse, key: string): void {
    const checkout = this.books.checkoutByKey(key)
    if (!checkout) {
      sendPage(response, 404, "This payment page does not exist.")
      return
    }
    const { merchant } = this.settings
    sendPage(
      response,
      200,
      checkout.status === "PENDING"
        ? paymentPage(checkout, merchant)
        : closedPage(checkout, merchant, backUrl(checkout))
    )
  }

  private clickPayment(response: ServerResponse, key: string, action: string): void {
    const checkout = this.books.checkoutByKey(key)
    if (!checkout) {
      sendPage(response, 404, "This payment page does not exist.")
      return
    }
    if (checkout.status !== "PENDING") {
      sendPage(response, 409, closedPage(checkout, this.settings.merchant, backUrl(checkout)))
      return
    }
    const leaves = action === "pay-and-leave"
    this.act(checkout.id, leaves ? "pay" : knownAction(action))
    if (leaves) {
      sendPage(response, 200, closedPage(checkout, this.settings.merchant, null))
      return
    }
    response.writeHead(303, { location: backUrl(checkout), "cache-control": "no-store" }).end()
  }

  private save(): void {
    const { dataFile } = this.settings
    if (!dataFile) {
      return
    }
    const draft = `${dataFile}.${randomUUID()}`
    writeFileSync(draft, JSON.stringify(this.books.snapshot()))
    renameSync(draft, dataFile)
  }
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** The service appends its own, unauthenticated parameters to the returnUrl. */
function backUrl(checkout: BookedCheckout): string {
  const url = new URL(checkout.returnUrl)
  url.searchParams.set("checkout", checkout.id)
  url.searchParams.set("reference", checkout.orderId)
  return url.toString()
}

function knownAction(action: string | undefined): CheckoutAction {
  const known = Object.keys(ACTIONS).find((name): name is CheckoutAction => name === action)
  if (!known) {
    throw new Refusal(`action must be one of ${Object.keys(ACTIONS).join(", ")}`)
  }
  return known
}

/** Faults that strike before the effect. True when they already answered, or never will. */
async function strikeBefore(fault: Fault | undefined, response: ServerResponse): Promise<boolean> {
  if (fault?.kind === "drop-before") {
    response.destroy()
    return true
  }
  if (fault?.kind === "status-before") {
    if (fault.retryAfterSeconds !== undefined) {
      response.setHeader("retry-after", fault.retryAfterSeconds)
    }
    sendJson(response, fault.status ?? 500, failure(fault.words ?? "something went wrong"))
    return true
  }
  if (fault?.kind === "delay-before") {
    await wait(fault.delayMs ?? 1000)
  }
  return false
}

async function dribble(response: ServerResponse, text: string, delayMs: number): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" })
  const pieces = 10
  const length = Math.ceil(text.length / pieces)
  for (let start = 0; start < text.length && !response.destroyed; start += length) {
    response.write(text.slice(start, start + length))
    await wait(delayMs / pieces)
  }
  response.end()
}

async function flood(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" })
  const piece = Buffer.alloc(64 * 1024, " ")
  const closed = new Promise((resolve) => response.once("close", resolve))
  for (let sent = 0; sent < HUGE_ANSWER_BYTES && !response.destroyed; sent += piece.length) {
    if (!response.write(piece)) {
      await Promise.race([new Promise((resolve) => response.once("drain", resolve)), closed])
    }
  }
  response.end()
}

function patched(body: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const result = { ...(typeof body.result === "object" ? body.result : {}), ...patch }
  return { ...body, result: Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null)) }
}

function pageOf<Item>(items: Item[], query: URLSearchParams) {
  const page = Number(query.get("page") ?? 0)
  const size = Number(query.get("size") ?? 20)
  return {
    page,
    size,
    totalPages: Math.ceil(items.length / size),
    totalElements: items.length,
    content: items.slice(page * size, (page + 1) * size),
  }
}

function matches(query: URLSearchParams, name: string, value: string | undefined): boolean {
  const wanted = query.get(name)
  return wanted === null || wanted === "" || wanted === value
}

function isAfter(query: URLSearchParams, id: string): boolean {
  const afterId = query.get("afterId")
  return afterId === null || Number(id) > Number(afterId)
}

function emailOf(customer: unknown): string | undefined {
  return typeof customer === "object" && customer !== null && "email" in customer ? String(customer.email) : undefined
}

function isSame(given: string | string[] | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given ?? "")), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) {
    text += chunk
    if (text.length > LARGEST_BODY_BYTES) {
      throw new Refusal("the body is too large", 413)
    }
  }
  return text
}

function parseBody(body: string): Record<string, unknown> {
  if (body === "") {
    return {}
  }
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) {
      return { ...parsed }
    }
  } catch {
    throw new Refusal("the body is not JSON")
  }
  throw new Refusal("the body must be a JSON object")
}

function failure(error: string): Record<string, unknown> {
  return { success: false, elapsed: 1, error }
}

function send(response: ServerResponse, status: number, contentType: string, text: string): void {
  response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(text) }).end(text)
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, "application/json", JSON.stringify(body))
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.setHeader("cache-control", "no-store")
  send(response, status, "text/html; charset=utf-8", html)
}
