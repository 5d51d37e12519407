import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { Refusal } from "./requests"
import { Books, type BookedCheckout, type CheckoutAction, type BooksSnapshot } from "./checkouts-and-subscriptions"
import { FaultPlan, faultSchema, type Fault, type Operation } from "./faults"
import { knownAction, serveHostedPage } from "./pay-routes"
import { failure, parseBody, readBody, sendJson, sendPage } from "./http"
import { API_PATH, MerchantApi } from "./merchant-api"
import { booksPage, type SeenCall } from "./pages"

/** Options of the emulator. Every default suits a test. */
export interface EmulatorOptions {
  /** 0 picks a free port. */
  port?: number
  /** `127.0.0.1` or `localhost` only, because this gateway accepts any card. */
  host?: string
  /** The API key that calls must have; default `test-key`. */
  apiKey?: string
  /** The secret that calls must have; default `test-secret`. */
  apiSecret?: string
  /** Names of the headers for key and secret. */
  headers?: { key: string; secret: string }
  /** Also answer the operations of the extended description. */
  extendedApi?: boolean
  /** Shown on the hosted page. */
  merchant?: string
  /** The URL for browsers behind a proxy, e.g. `https://pay.example`; default: its own URL. */
  publicUrl?: string
  /** The spelling of identifiers that requests must use; default `any`. */
  identifierSpelling?: "Id" | "ID" | "any"
  /** The spelling of statuses in answers: `PARTIALLY_REFUNDED` or `Partially refunded`. */
  statusStyle?: "upper" | "sentence"
  /** Refuse a checkout without customer, billingAddress and items, as the extended description marks them. */
  requireDetails?: boolean
  /** A JSON file that keeps the books across restarts. */
  dataFile?: string
}

/** The options with their defaults. */
export type Settings = Required<Omit<EmulatorOptions, "dataFile" | "publicUrl">> &
  Pick<EmulatorOptions, "dataFile" | "publicUrl">

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

/**
 * An emulator of the gateway on loopback: the documented calls, optionally the extended ones, a hosted payment page, the redirect back, and
 * faults on demand.
 *
 * @example
 * const emulator = await Emulator.start({ port: 4010 })
 * emulator.fault({ operation: "createCheckout", kind: "drop-after" })
 * await emulator.stop()
 */
export class Emulator {
  /** The faults that are not used up. */
  readonly faults = new FaultPlan()
  /** The last 5,000 incoming calls. */
  readonly calls: SeenCall[] = []
  /** The gateway's records: checkouts and subscriptions. */
  readonly books: Books
  /** Its URL, e.g. `http://127.0.0.1:4010`. */
  readonly url: string
  private readonly api: MerchantApi
  /** The origins through which browsers and shops may call it. */
  private readonly addresses: readonly URL[]
  private deaf = false
  /** The number of connections refused while the gateway was unreachable. */
  refusedConnections = 0

  private constructor(
    private readonly settings: Settings,
    private readonly server: Server
  ) {
    const { port } = server.address() as AddressInfo
    this.url = `http://${settings.host}:${port}`
    const names = ["127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}:${port}`)
    this.addresses = [...names, settings.publicUrl ?? this.url].map((address) => new URL(address))
    this.books = new Books({ ...settings, pageUrl: `${settings.publicUrl ?? this.url}/pay` })
    if (settings.dataFile && existsSync(settings.dataFile)) {
      this.books.restore(JSON.parse(readFileSync(settings.dataFile, "utf8")) as BooksSnapshot)
    }
    this.api = new MerchantApi(settings, this.books, this.faults, this.calls, () => this.save())
    server.on("request", (request, response) => void this.serve(request, response))
    server.on("connection", (socket) => this.accept(socket))
  }

  /** Starts listening. @throws Error if the host is not 127.0.0.1 or localhost, or the port is in use */
  static async start(options: EmulatorOptions = {}): Promise<Emulator> {
    const settings = { ...DEFAULTS, ...options }
    if (!["127.0.0.1", "localhost"].includes(settings.host)) {
      throw new Error("host: must be 127.0.0.1 or localhost")
    }
    const server = createServer().listen(settings.port, settings.host)
    await once(server, "listening")
    return new Emulator(settings, server)
  }

  /** The plugin's `baseUrl` option. */
  get baseUrl(): string {
    return `${this.url}${API_PATH}`
  }

  /** The plugin's `apiKey` option. */
  get apiKey(): string {
    return this.settings.apiKey
  }

  /** The plugin's `apiSecret` option. */
  get apiSecret(): string {
    return this.settings.apiSecret
  }

  /** Shown on the hosted page. */
  get merchant(): string {
    return this.settings.merchant
  }

  /** Adds a fault for the next matching calls. */
  fault(fault: Fault): void {
    this.faults.add(fault)
  }

  /** Makes the gateway unreachable (true: connections are refused) or reachable again (false). */
  setAway(away: boolean): void {
    this.deaf = away
    if (away) {
      this.server.closeAllConnections()
    }
  }

  /** Applies an action of a shopper or the clock, like a click on the hosted page. */
  act(checkoutId: string, action: CheckoutAction): BookedCheckout {
    const checkout = this.books.act(checkoutId, action)
    this.save()
    return checkout
  }

  /** Refunds a checkout as in the gateway's dashboard. */
  refund(checkoutId: string, amount: string, currency: string): BookedCheckout {
    const checkout = this.books.refund(checkoutId, amount, currency, "dashboard")
    this.save()
    return checkout
  }

  /** The calls to one operation, oldest first. */
  callsTo(operation: Operation): SeenCall[] {
    return this.calls.filter((call) => call.operation === operation)
  }

  /** Closes every connection and stops listening. */
  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }

  private accept(socket: Socket): void {
    if (this.deaf) {
      this.refusedConnections += 1
      socket.destroy()
    }
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      this.requireOwnPage(request)
      const url = new URL(request.url ?? "/", this.url)
      if (url.pathname.startsWith(`${API_PATH}/`)) {
        await this.api.serve(request, response, url)
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

  /**
   * Rejects requests from other pages in the same browser, which could press its buttons or, with DNS rebinding, read its answers.
   *
   * @throws Refusal 403 if the host or the origin is not the emulator's own
   */
  private requireOwnPage({ headers: { host, origin } }: IncomingMessage): void {
    if (host === undefined || !this.addresses.some((address) => address.host === host)) {
      throw new Refusal("Host: is not one of the emulator's own", 403)
    }
    if (origin !== undefined && !this.addresses.some((address) => address.origin === origin)) {
      throw new Refusal("Origin: is not one of the emulator's own", 403)
    }
  }

  /* ------------------------------------------------ hosted page and inspection */

  private async servePages(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [, area, name] = url.pathname.split("/")
    const route = `${request.method} /${area}`
    if (route === "GET /" || url.pathname === "/emulator") {
      sendPage(response, 200, booksPage(this.books, this.calls))
    } else if (route === "GET /pay") {
      serveHostedPage(this, response, name)
    } else if (route === "POST /pay") {
      serveHostedPage(this, response, name, new URLSearchParams(await readBody(request)).get("action") ?? "")
    } else if (route === "GET /emulator" && name === "books") {
      sendJson(response, 200, { ...this.books.snapshot(), calls: this.calls, faults: this.faults.pending() })
    } else if (route === "POST /emulator" && name === "faults") {
      const { data, error } = faultSchema.safeParse(parseBody(await readBody(request)))
      if (error) {
        throw new Refusal(error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "))
      }
      this.fault(data)
      sendJson(response, 201, { faults: this.faults.pending() })
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
