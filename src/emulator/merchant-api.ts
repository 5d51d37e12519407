import { timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Refusal, type Body } from "./requests"
import { type BookedCheckout, type BookedSubscription, type Books } from "./checkouts-and-subscriptions"
import { CALLS, carryOut, OPERATIONS, type Answer, type FaultPlan, type Operation } from "./faults"
import { failure, parseBody, readBody } from "./http"
import type { SeenCall } from "./pages"
import type { Settings } from "./server"

/** The documented path: the API segment, then the version. */
export const API_PATH = "/merchant/2.0"
/** How many calls are kept for `/emulator`; older ones are dropped. */
const KEPT_CALLS = 5000

type ApiRoute = ReturnType<typeof routesOf>[number]

/** The calls of the documented API; all others need `extendedApi`. */
const DOCUMENTED: Operation[] = ["createCheckout", "getCheckout", "createSubscription"]

/** Makes one route for each call that the settings allow. */
function routesOf({ extendedApi, statusStyle }: Settings, books: Books) {
  const spelled = (status: string) =>
    statusStyle === "upper" ? status : status[0] + status.slice(1).toLowerCase().replace(/_/g, " ")
  const checkout = ({ history, refunds, returnUrl, ...rest }: BookedCheckout) => ({
    ...rest,
    status: spelled(rest.status),
    cashAmount: rest.amount,
    branchId: "1",
    branchName: "Main",
  })
  const subscription = ({ payments, received, sendEvery, ...rest }: BookedSubscription) => ({
    ...rest,
    status: spelled(rest.status),
  })
  const payments = (id: string) =>
    books.subscription(id).payments.map((one) => ({ ...one, checkout: one.checkout && checkout(one.checkout) }))
  const refund = (id: string, query: URLSearchParams) =>
    books.refund(id, query.get("amount") ?? "", query.get("currency") ?? "", query.get("note") ?? "")
  /** `id`: from the path; empty if the path has none. */
  const handlers: Record<Operation, (request: { id: string; query: URLSearchParams; body: Body }) => unknown> = {
    createCheckout: ({ body }) => checkout(books.createCheckout(body)),
    getCheckout: ({ id }) => checkout(books.checkout(id)),
    findCheckouts: ({ query }) =>
      pageOf(filtered(books.allCheckouts(), query, ["requestId", "orderId", "status"]).map(checkout), query),
    cancelCheckout: ({ id }) => checkout(books.act(id, "cancel")),
    refundCheckout: ({ id, query }) => checkout(refund(id, query)),
    createSubscription: ({ body }) => subscription(books.createSubscription(body)),
    getSubscription: ({ id }) => subscription(books.subscription(id)),
    findSubscriptions: ({ query }) =>
      pageOf(filtered(books.allSubscriptions(), query, ["status"]).map(subscription), query),
    pauseSubscription: ({ id }) => subscription(books.switchSubscription(id, "INACTIVE")),
    resumeSubscription: ({ id }) => subscription(books.switchSubscription(id, "ACTIVE")),
    listSubscriptionPayments: ({ id, query }) => pageOf(payments(id), query),
  }
  return OPERATIONS.filter((operation) => extendedApi || DOCUMENTED.includes(operation)).map((operation) => {
    const [method, path] = CALLS[operation].split(" ")
    const pattern = new RegExp(`^${path.replace(":id", "([^/]+)")}$`)
    return { operation, method, pattern, handle: handlers[operation] }
  })
}

/** The merchant API: the documented calls and, if enabled, the extended ones, with their faults. */
export class MerchantApi {
  private readonly routes: ApiRoute[]

  /**
   * @param calls collects every incoming call
   * @param save called after a call that may have changed the books
   */
  constructor(
    private readonly settings: Settings,
    books: Books,
    private readonly faults: FaultPlan,
    private readonly calls: SeenCall[],
    private readonly save: () => void
  ) {
    this.routes = routesOf(settings, books)
  }

  async serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const path = url.pathname.slice(API_PATH.length)
    const route = this.routes.find(({ method, pattern }) => method === request.method && pattern.test(path))
    if (!route) {
      throw new Refusal("no such operation", 404)
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
    await carryOut(fault, response, () => this.answer(route, request, path, url, body))
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
      const id = route.pattern.exec(path)?.[1] ?? ""
      const result = route.handle({ id, query: url.searchParams, body: parseBody(body) })
      this.save()
      return { status: 200, body: { success: true, elapsed: 7, result } }
    } catch (error) {
      if (error instanceof Refusal) {
        return { status: error.httpStatus, body: failure(error.message) }
      }
      throw error
    }
  }
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

/** The entries that match every filter of the query and come after its `afterId`. An empty filter matches all; `customer.email` is always one. */
function filtered<Item extends BookedCheckout | BookedSubscription>(
  items: Item[],
  query: URLSearchParams,
  fields: (keyof Item & string)[]
): Item[] {
  const afterId = Number(query.get("afterId") ?? 0)
  const isWanted = (name: string, value: unknown) => !query.get(name) || query.get(name) === value
  return items.filter(
    (item) =>
      Number(item.id) > afterId &&
      isWanted("customer.email", item.customer?.email) &&
      fields.every((field) => isWanted(field, item[field]))
  )
}

function isSame(given: string | string[] | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given ?? "")), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
