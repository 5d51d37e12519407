import { ExponentialBackoff, handleWhen, retry } from "cockatiel"
import { Pool, errors as undiciErrors, type Dispatcher } from "undici"
import { z } from "zod"
import { GatewayError, type GatewayErrorCode, type GatewayErrorFacts } from "./errors"
import { Exchange, TIMEOUT_ERROR, type Answer } from "./exchange"
import { redact } from "./redact"
import { envelopeSchema, failureSchema } from "./schemas"

/** The settings for the calls of one merchant account. */
export interface TransportSettings {
  /** URL of the merchant API with the API segment and the version, e.g. `https://gateway.example/merchant/2.0`. */
  baseUrl: string
  apiKey: string
  apiSecret: string
  /** Names of the headers for key and secret; the service prefixes them with its brand. */
  headers: { key: string; secret: string }
  /** Timeout of the whole call: connect, send, wait and read. */
  timeoutMs: number
  /** Size of the keep-alive pool. */
  maxConnections: number
  /** Called after every call. */
  onCall?: (call: FinishedCall) => void
}

export interface FinishedCall {
  /** Method and path, e.g. `GET /checkout/{id}`; never with a real id. */
  operation: string
  outcome: "ok" | GatewayErrorCode
  /** Time from the first attempt to the parsed answer or the failure. */
  durationMs: number
}

export interface Call<Result extends z.ZodType> {
  /** Method and path relative to baseUrl, e.g. `GET /checkout/{id}`. */
  operation: `${"GET" | "POST"} /${string}`
  /** The value of `{id}`: digits. */
  id?: string
  query?: Record<string, string | number | undefined>
  body?: unknown
  result: Result
}

/** 1 MiB is far above any documented answer, and small enough not to harm the server. */
const LARGEST_ANSWER_BYTES = 1024 * 1024
/** Retries of a request that was not sent and did not time out, each after a pause of about 0.1 s. */
const RETRIES_WHEN_NEVER_SENT = 2

/** Error codes of undici and Node for a connection that was never established. */
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
])

/**
 * Sends calls over a keep-alive pool. Each returns the parsed `result` or throws a GatewayError. Redirects are not followed, the size of answers
 * is limited, and a call is retried only if it was certainly not sent.
 */
export class Transport {
  private readonly pool: Pool
  private readonly basePath: string
  private readonly headers: Record<string, string>
  private readonly retry = retry(
    handleWhen((error) => error instanceof GatewayError && error.code === "gateway_unreachable" && !error.timedOut),
    { maxAttempts: RETRIES_WHEN_NEVER_SENT, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 500 }) }
  )

  constructor(private readonly settings: TransportSettings) {
    const base = new URL(settings.baseUrl)
    this.basePath = base.pathname.replace(/\/+$/, "")
    this.pool = new Pool(base.origin, {
      connections: settings.maxConnections,
      maxResponseSize: LARGEST_ANSWER_BYTES,
      connect: { timeout: settings.timeoutMs },
      headersTimeout: settings.timeoutMs,
      bodyTimeout: settings.timeoutMs,
    })
    this.headers = {
      "content-type": "application/json",
      accept: "application/json",
      [settings.headers.key]: settings.apiKey,
      [settings.headers.secret]: settings.apiSecret,
    }
  }

  async call<Result extends z.ZodType>(call: Call<Result>): Promise<z.output<Result>> {
    const startedMs = performance.now()
    const end = (outcome: FinishedCall["outcome"]) =>
      this.settings.onCall?.({ operation: call.operation, outcome, durationMs: performance.now() - startedMs })
    try {
      const result = this.read(call, await this.sendWithRetries(call, startedMs + this.settings.timeoutMs))
      end("ok")
      return result
    } catch (error) {
      end(error instanceof GatewayError ? error.code : "gateway_malformed")
      throw error
    }
  }

  /**
   * The first attempt runs outside the retry policy: nearly every call succeeds at once, and the policy would add its cost to each. After any
   * failure, the policy starts with that error and decides whether to retry.
   */
  private async sendWithRetries(call: Call<z.ZodType>, deadlineMs: number): Promise<Answer> {
    try {
      return await this.send(call, deadlineMs)
    } catch (error) {
      return this.retry.execute(({ attempt }) => {
        if (attempt === 0) {
          throw error
        }
        return this.send(call, deadlineMs)
      })
    }
  }

  async close(): Promise<void> {
    await this.pool.close()
  }

  private async send(call: Call<z.ZodType>, deadlineMs: number): Promise<Answer> {
    const [method, path] = call.operation.split(" ") as ["GET" | "POST", string]
    const options: Dispatcher.DispatchOptions = {
      method,
      path: this.basePath + path.replace("{id}", call.id ?? ""),
      query: call.query && withoutUndefined(call.query),
      headers: this.headers,
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
    }
    const exchange = new Exchange(deadlineMs - performance.now())
    try {
      this.pool.dispatch(options, exchange)
      return await exchange.answer
    } catch (error) {
      throw this.explain(call.operation, error, exchange.sent)
    }
  }

  private explain(operation: string, error: unknown, sent: boolean): Error {
    const timedOut = isTimeout(error)
    const facts = { operation, timedOut, cause: error }
    if (!sent || NEVER_CONNECTED.has(fieldOf(error, "code"))) {
      return new GatewayError("gateway_unreachable", facts)
    }
    if (error instanceof undiciErrors.ResponseExceededMaxSizeError) {
      return new GatewayError("gateway_malformed", facts, `(body): is larger than ${LARGEST_ANSWER_BYTES} bytes`)
    }
    return new GatewayError(
      "gateway_ambiguous",
      facts,
      timedOut
        ? `No answer within ${this.settings.timeoutMs} ms`
        : "The connection was lost before the answer was complete"
    )
  }

  private read<Result extends z.ZodType>(call: Call<Result>, answer: Answer): z.output<Result> {
    const body = parseJson(answer)
    const { operation } = call
    const { httpStatus } = answer
    // A success is not checked against failureSchema: the check would fail, and zod creates an error object for every failed check.
    if (httpStatus !== 200 || !isSuccess(body)) {
      throw this.refusal(operation, answer, body)
    }
    const envelope = this.parse(envelopeSchema, body, "", { operation, httpStatus })
    return this.parse(call.result, envelope.result, "result", { operation, httpStatus })
  }

  /** The error for an unusable answer: refused, failed, or not as documented. */
  private refusal(operation: string, answer: Answer, body: unknown): GatewayError {
    const { httpStatus } = answer
    const failure = failureSchema.safeParse(body)
    const words = failure.success ? this.redacted(failure.data.error) : undefined
    const facts = { operation, httpStatus, words, retryAfterMs: retryAfterMs(answer.retryAfter) }
    if (httpStatus === 401 || httpStatus === 403) {
      return new GatewayError("gateway_unauthorized", facts)
    }
    if (httpStatus >= 500) {
      return new GatewayError(
        "gateway_ambiguous",
        facts,
        `The payment service failed (HTTP ${httpStatus})${words ? `: ${words}` : ""}`
      )
    }
    if (httpStatus >= 400 || failure.success) {
      return new GatewayError("gateway_rejected", facts)
    }
    if (httpStatus !== 200) {
      return new GatewayError(
        "gateway_malformed",
        facts,
        `(status line): HTTP ${httpStatus} is not a documented answer`
      )
    }
    if (body === undefined) {
      return new GatewayError(
        "gateway_malformed",
        facts,
        `(body): is not JSON (content type "${answer.contentType.slice(0, 40)}")`
      )
    }
    return this.malformed(envelopeSchema.safeParse(body).error?.issues[0], "", facts)
  }

  private parse<Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    root: string,
    facts: GatewayErrorFacts
  ): z.output<Schema> {
    const parsed = schema.safeParse(value)
    if (parsed.success) {
      return parsed.data
    }
    throw this.malformed(parsed.error.issues[0], root, facts)
  }

  private malformed(issue: z.core.$ZodIssue | undefined, root: string, facts: GatewayErrorFacts): GatewayError {
    const path = [root, ...(issue?.path ?? []).map(String)].filter(Boolean).join(".")
    const problem = redact(issue?.message ?? "is not a documented answer")
    return new GatewayError("gateway_malformed", facts, `${path || "(body)"}: ${problem}`)
  }

  private redacted(words: string | undefined): string | undefined {
    return words && redact(words, [this.settings.apiKey, this.settings.apiSecret])
  }
}

function isSuccess(body: unknown): boolean {
  return typeof body === "object" && body !== null && "success" in body && body.success === true
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). Undefined for anything else. */
function retryAfterMs(value: string, now = Date.now()): number | undefined {
  if (/^\d{1,9}$/.test(value)) {
    return Number(value) * 1000
  }
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function parseJson(answer: Answer): unknown {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(answer.contentType)) {
    return undefined
  }
  try {
    return JSON.parse(answer.text)
  } catch {
    return undefined
  }
}

function isTimeout(error: unknown): boolean {
  return (
    fieldOf(error, "name") === TIMEOUT_ERROR || /^UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT$/.test(fieldOf(error, "code"))
  )
}

/** A field of an error by undici, Node or Exchange; "" if it is missing or not text. */
function fieldOf(error: unknown, field: "name" | "code"): string {
  const parsed = namedError.safeParse(error)
  return (parsed.success && parsed.data[field]) || ""
}

const optionalText = z.string().optional().catch(undefined)
const namedError = z.looseObject({ name: optionalText, code: optionalText })

function withoutUndefined(query: Record<string, string | number | undefined>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined)
  )
}
