import { IANAZone } from "luxon"
import { z } from "@medusajs/framework/zod"
import type { CheckoutRequest } from "../../gateway/schemas"
import { misconfigured } from "./errors"

/** What `buildCheckout` is given besides the request: the cart as the server read it, and the payment session's ids. */
export interface BuildCheckoutContext {
  /** The cart with its items, addresses and totals, as `query` answers it; undefined for a collection without a cart. */
  cart: Record<string, unknown> | undefined
  /** Medusa's payment session, with an ISO 4217 code in lower case. */
  session: { id: string; payment_collection_id: string; currency_code: string }
}

/**
 * The merchant's last word on the create body: may add or change what describes the purchase, not what identifies and
 * prices it (requestId, orderId, amount, currency, returnUrl).
 */
export type BuildCheckout = (
  request: CheckoutRequest,
  context: BuildCheckoutContext
) => CheckoutRequest | Promise<CheckoutRequest>

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"])

const required = z.string("is required").trim().min(1, "must not be empty")

const url = required.refine((value) => {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}, "must be an http(s) URL")

const gatewayUrl = url
  .refine((value) => {
    return !URL.canParse(value) || new URL(value).protocol === "https:" || LOOPBACK.has(new URL(value).hostname)
  }, "must be https; http is for loopback only")
  .refine((value) => {
    return !URL.canParse(value) || (new URL(value).username === "" && new URL(value).password === "")
  }, "must not hold a user name or a password")

const PLACEHOLDERS = ["country_code", "order_id", "cart_id", "status"]

const path = z
  .string()
  .regex(/^\/(?![/\\])/, "must be a path that begins with a single /")
  .refine(
    (template) => {
      return [...template.matchAll(/\{([^}]*)\}/g)].every(([, name]) => PLACEHOLDERS.includes(name))
    },
    `may hold only {${PLACEHOLDERS.join("}, {")}}`
  )

const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, "must be an HTTP header name")

const headersSchema = z
  .strictObject({ key: headerName.default("X-SERVICE-KEY"), secret: headerName.default("X-SERVICE-SECRET") })
  .prefault({})

const accountSchema = z.strictObject({
  baseUrl: gatewayUrl.optional(),
  apiKey: required,
  apiSecret: required,
})

/** The plugin options, as design and README list them. Medusa adds `database`. */
export const optionsSchema = z
  .strictObject({
    environment: z.enum(["test", "live"], 'must be "test" or "live"'),
    baseUrl: gatewayUrl,
    apiKey: required,
    apiSecret: required,
    backendUrl: url,
    storefront: z.strictObject(
      {
        url,
        paths: z
          .strictObject({
            success: path.default("/{country_code}/order/{order_id}/confirmed"),
            failure: path.default("/{country_code}/checkout?step=payment&webcheckout={status}"),
            pending: path.default("/{country_code}/checkout?step=review&webcheckout={status}"),
          })
          .prefault({}),
      },
      "is required"
    ),
    headers: headersSchema,
    identifierSpelling: z.enum(["Id", "ID"], 'must be "Id" or "ID"').default("Id"),
    extendedApi: z.boolean("must be true or false").default(false),
    checkoutDetails: z.enum(["full", "customer", "none"], 'must be "full", "customer" or "none"').default("full"),
    authorizedCheckouts: z.enum(["place-order", "wait"], 'must be "place-order" or "wait"').default("place-order"),
    authorizedReminderDays: z.array(z.number().int().positive()).default([1, 3, 6]),
    whenOutOfStock: z.enum(["ask", "refund"], 'must be "ask" or "refund"').default("ask"),
    timeoutMs: z.int("must be a whole number").min(100).max(120_000).default(10_000),
    maxConnections: z.int("must be a whole number").min(1).max(1024).default(64),
    buildCheckout: z.custom<BuildCheckout>((value) => typeof value === "function", "must be a function").optional(),
    accounts: z
      .record(z.string().regex(/^[a-z0-9-]+$/, "an account's name is lower-case letters, digits and -"), accountSchema)
      .default({}),
    reconcile: z
      .strictObject({
        batchSize: z.int().min(1).max(1000).default(50),
        concurrency: z.int().min(1).max(64).default(8),
        giveUpAfterHours: z.number().positive().default(72),
        sweep: z.boolean("must be true or false").default(false),
      })
      .prefault({}),
    notifications: z
      .strictObject({
        emails: z
          .array(z.email("must be an e-mail address"))
          .max(20, "must have at most 20 addresses")
          .default([])
          .transform((emails) => [...new Set(emails)]),
        template: required.default("webcheckout-case"),
      })
      .prefault({}),
    payLinks: z
      .strictObject({
        emailTemplate: required.default("webcheckout-pay-link"),
        remindAfterDays: z
          .array(z.number().positive().max(365))
          .max(5, "must have at most 5 days")
          .default([])
          .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
        cancelUnpaidAfterDays: z.number().positive().max(365).optional(),
        copiedFromMedusa: z.boolean("must be true or false").default(false),
        expireAfterDays: z.number().positive().max(365).default(90),
      })
      .prefault({}),
    timeZone: z
      .string()
      .refine((zone) => IANAZone.isValidZone(zone), "must be an IANA time zone, e.g. Asia/Dubai")
      .default("UTC"),
    database: z.unknown().optional(),
  })
  .superRefine((options, context) => {
    const complain = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message })
    if ("default" in options.accounts) {
      complain(["accounts", "default"], "is the name of the account above; choose another")
    }
    const { remindAfterDays, cancelUnpaidAfterDays, expireAfterDays } = options.payLinks
    const daysOfLinks = { remindAfterDays, cancelUnpaidAfterDays: cancelUnpaidAfterDays ?? [] }
    for (const [name, days] of Object.entries(daysOfLinks)) {
      if ([days].flat().some((day) => day >= expireAfterDays)) {
        complain(["payLinks", name], `must be below payLinks.expireAfterDays, which is ${expireAfterDays}`)
      }
    }
    if (options.whenOutOfStock === "refund" && !options.extendedApi) {
      complain(["whenOutOfStock"], '"refund" needs extendedApi: true; the documented operations cannot refund')
    }
    if (options.reconcile.sweep && !options.extendedApi) {
      complain(["reconcile", "sweep"], "needs extendedApi: true; the documented operations cannot list checkouts")
    }
    const requireHttps = (address: string | undefined, ...path: string[]) => {
      if (options.environment === "live" && address !== undefined && !address.startsWith("https:")) {
        complain(path, 'must be https when environment is "live"')
      }
    }
    requireHttps(options.baseUrl, "baseUrl")
    requireHttps(options.backendUrl, "backendUrl")
    requireHttps(options.storefront.url, "storefront", "url")
    for (const [name, { baseUrl }] of Object.entries(options.accounts)) {
      requireHttps(baseUrl, "accounts", name, "baseUrl")
    }
  })

/** The plugin options with their defaults. */
export type WebCheckoutOptions = z.output<typeof optionsSchema>

/**
 * The plugin options as medusa-config has them. Checked at boot: every problem is listed at once, by the option's name, and
 * never with a value.
 */
export interface WebCheckoutPluginOptions {
  /** Shown in the admin; `live` demands https everywhere. Each ledger row keeps its own. */
  environment: "test" | "live"
  /** Address of the merchant API, with the API segment and the version in its path. http for loopback only. */
  baseUrl: string
  /** Key of the merchant account. Lives here only: never in the database, a log or an answer. */
  apiKey: string
  /** Secret of the merchant account. */
  apiSecret: string
  /** Public URL of the Medusa server: where the gateway sends shoppers back to. */
  backendUrl: string
  /** The only origin shoppers are ever redirected to, and its pages: templates with {country_code}, {order_id}, {cart_id}, {status}. */
  storefront: { url: string; paths?: { success?: string; failure?: string; pending?: string } }
  /** The service's brand-prefixed header names; `X-SERVICE-KEY` and `X-SERVICE-SECRET` unless told. */
  headers?: { key?: string; secret?: string }
  /** How requests spell their identifiers; `Id` unless told. Answers are read in both. */
  identifierSpelling?: "Id" | "ID"
  /** Use the operations of the extended description: search, cancel, refund. Off unless told. */
  extendedApi?: boolean
  /**
   * What a create call says of the purchase besides its price: `full` (unless told) sends customer, addresses and items, `customer` the
   * customer alone, `none` nothing. The documentation shows these objects without their inner fields.
   */
  checkoutDetails?: "full" | "customer" | "none"
  /** `place-order` (unless told): AUTHORIZED places an order with an authorized payment; `wait`: only PAID does. */
  authorizedCheckouts?: "place-order" | "wait"
  /** How many days (in UTC) after money was reserved people are reminded to capture or cancel it; `[1, 3, 6]`. */
  authorizedReminderDays?: number[]
  /** A paid cart that is out of stock: `ask` a person (unless told), or `refund` by itself, which needs `extendedApi`. */
  whenOutOfStock?: "ask" | "refund"
  /** For a whole call, in milliseconds, 100 to 120,000; 10,000 unless told. */
  timeoutMs?: number
  /** Size of the keep-alive pool of an account, 1 to 1,024; 64 unless told. */
  maxConnections?: number
  /** The merchant's last word on the create body. */
  buildCheckout?: BuildCheckout
  /** Further merchant accounts by name; a provider instance picks one with `options: { account }`. */
  accounts?: Record<string, { baseUrl?: string; apiKey: string; apiSecret: string }>
  /**
   * The job: rows of a claim (50), at once (8), and after how many hours an unpaid checkout is checked daily only (72). `sweep` (off; needs
   * `extendedApi`): searches once a day for paid checkouts that the ledger does not know.
   */
  reconcile?: { batchSize?: number; concurrency?: number; giveUpAfterHours?: number; sweep?: boolean }
  /**
   * Whom to tell of a payment or a subscription that needs a person, besides the admin's feed: e-mail addresses (none unless told), through the
   * store's e-mail provider, with its template's name (`webcheckout-case` unless told).
   */
  notifications?: { emails?: string[]; template?: string }
  /**
   * Pay links: the e-mail template's name (`webcheckout-pay-link` unless told); after how many days a link that was sent and not
   * paid is sent again (at most 5, none unless told); how many days after its customer got the link an unpaid order is
   * cancelled (never unless told); whether Medusa's own "Copy payment link" may lead to the pay page (no unless told); after how many
   * days a link expires that was made without a date (90 unless told, at most 365): the other days must be fewer.
   */
  payLinks?: {
    emailTemplate?: string
    remindAfterDays?: number[]
    cancelUnpaidAfterDays?: number
    copiedFromMedusa?: boolean
    expireAfterDays?: number
  }
  /** In which the days of a statement begin and end: an IANA name, e.g. `Asia/Dubai`; `UTC` unless told. */
  timeZone?: string
}

/** What is documented is what is read, and the other way round. */
type Same<A, B> = [A, B] extends [B, A] ? true : false
true satisfies Same<WebCheckoutPluginOptions, Omit<z.input<typeof optionsSchema>, "database">>

/**
 * Reads the plugin options, or refuses to start.
 *
 * @throws MedusaError (INVALID_ARGUMENT) that lists every problem by the option's name and never prints a value
 */
export function parseOptions(options: unknown): WebCheckoutOptions {
  const parsed = optionsSchema.safeParse(options ?? {})
  if (parsed.success) {
    return parsed.data
  }
  const problems = parsed.error.issues.map(
    (issue) => `  - ${issue.path.map(String).join(".") || "options"}: ${issue.message}`
  )
  throw misconfigured(
    `medusa-payment-webcheckout: the plugin options in medusa-config are not usable:\n${problems.join("\n")}`
  )
}

/** The name under which the account of the top-level credentials is known. */
export const DEFAULT_ACCOUNT = "default"
