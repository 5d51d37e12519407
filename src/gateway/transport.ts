import { ExponentialBackoff, handleWhen, retry } from "cockatiel"
import { Pool, errors as undiciErrors, type Dispatcher } from "undici"
import { z } from "zod"
import {
  GatewayAmbiguousError,
  GatewayError,
  GatewayMalformedError,
  GatewayRejectedError,
  GatewayUnauthorizedError,
  GatewayUnreachableError,
  type GatewayErrorCode,
  type GatewayErrorFacts,
} from "./errors"
import { redact } from "./redact"
import { envelopeSchema, failureSchema } from "./schemas"

/** How one merchant account is reached. */
export interface TransportSettings {
  /** Address of the merchant API, with the API segment and the version in its path. */
  baseUrl: string
  apiKey: string
  apiSecret: string
  /** The service's brand-prefixed header names. */
  headers: { key: string; secret: string }
  /** For the whole call: connect, send, wait and read. */
  timeoutMs: number
  /** Size of the keep-alive pool. */
  maxConnections: number
  /** Told of every call when it is over. */
  onCall?: (call: FinishedCall) => void
}

/** A call that is over, however it ended. */
export interface FinishedCall {
  /** The call by its documented name, e.g. `GET /checkout/{id}`. */
  operation: string
  /** `ok`, or the failure's code. */
  outcome: "ok" | GatewayErrorCode
  /** From the first attempt to the parsed answer. */
  durationMs: number
}

export interface Call<Result extends z.ZodType> {
  /** Documented name of the call, for errors: `GET /checkout/{id}`. */
  operation: string
  method: "GET" | "POST"
  /** Below baseUrl, already encoded. */
  path: string
  query?: Record<string, string | number | undefined>
  body?: unknown
  result: Result
}

/** One page of 1 MiB is far above any documented answer, and far below what would hurt the server. */
const LARGEST_ANSWER_BYTES = 1024 * 1024
/** A request that never left is safe to send again: twice more, after about 0.1 s and 0.2 s. */
const RETRIES_WHEN_NEVER_SENT = 2

/** undici's codes, and Node's, for a connection that was never made. */
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
])

interface Answer {
  httpStatus: number
  contentType: string
  /** `Retry-After` as it came. */
  retryAfter: string
  text: string
}

/**
 * Sends one call over a keep-alive pool and gives back the parsed `result`, or one of the errors of errors.ts.
 * Redirects are not followed, answers are limited in size, and only a call that provably never left is sent again.
 */
export class Transport {
  private readonly pool: Pool
  /** The pool, with a note of each call that has left. Composed once: undici makes a proxy of it. */
  private readonly dispatcher: Dispatcher
  private readonly basePath: string
  private readonly headers: Record<string, string>
  private readonly retry = retry(
    handleWhen((error) => error instanceof GatewayUnreachableError && !error.timedOut),
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
    this.dispatcher = this.pool.compose(noteWhenSent)
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
    const deadline = new Deadline(this.settings.timeoutMs)
    try {
      const result = this.read(call, await this.sendWithRetries(call, deadline.signal))
      end("ok")
      return result
    } catch (error) {
      end(error instanceof GatewayError ? error.code : "gateway_malformed")
      throw error
    } finally {
      deadline.clear()
    }
  }

  /** Nearly every call leaves at once: only one that did not is handed to the policy, which waits before it tries again. */
  private async sendWithRetries(call: Call<z.ZodType>, signal: AbortSignal): Promise<Answer> {
    try {
      return await this.send(call, signal)
    } catch (error) {
      return this.retry.execute(({ attempt }) => {
        if (attempt === 0) {
          throw error
        }
        return this.send(call, signal)
      })
    }
  }

  async close(): Promise<void> {
    await this.pool.close()
  }

  private async send(call: Call<z.ZodType>, signal: AbortSignal): Promise<Answer> {
    const progress = new Progress()
    try {
      const response = await this.dispatcher.request({
        method: call.method,
        path: `${this.basePath}${call.path}`,
        query: call.query && withoutUndefined(call.query),
        headers: this.headers,
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
        signal,
        opaque: progress,
      })
      return {
        httpStatus: response.statusCode,
        contentType: String(response.headers["content-type"] ?? ""),
        retryAfter: String(response.headers["retry-after"] ?? ""),
        text: await response.body.text(),
      }
    } catch (error) {
      throw this.explain(call.operation, error, progress.sent)
    }
  }

  private explain(operation: string, error: unknown, sent: boolean): Error {
    const facts = { operation, cause: error }
    const timedOut = isTimeout(error)
    if (!sent || NEVER_CONNECTED.has(textOf(error, "code"))) {
      return new GatewayUnreachableError(facts, timedOut)
    }
    if (error instanceof undiciErrors.ResponseExceededMaxSizeError) {
      return new GatewayMalformedError(facts, "(body)", `is larger than ${LARGEST_ANSWER_BYTES} bytes`)
    }
    return new GatewayAmbiguousError(
      facts,
      timedOut
        ? `No answer within ${this.settings.timeoutMs} ms`
        : "The connection was lost before the answer was complete"
    )
  }

  private read<Result extends z.ZodType>(call: Call<Result>, answer: Answer): z.output<Result> {
    const { operation } = call
    const { httpStatus } = answer
    const body = parseJson(answer)
    // A good answer is not tried as a refusal: an error would be made of each.
    const failure = httpStatus === 200 && isGood(body) ? undefined : failureSchema.safeParse(body)
    const words = failure?.success ? this.redacted(failure.data.error) : undefined
    const facts = { operation, httpStatus, words, retryAfterMs: retryAfterMs(answer.retryAfter) }

    if (httpStatus === 401 || httpStatus === 403) {
      throw new GatewayUnauthorizedError(facts)
    }
    if (httpStatus >= 500) {
      throw new GatewayAmbiguousError(
        facts,
        `The payment service failed (HTTP ${httpStatus})${words ? `: ${words}` : ""}`
      )
    }
    if (httpStatus >= 400 || failure?.success) {
      throw new GatewayRejectedError(facts)
    }
    if (httpStatus !== 200) {
      throw new GatewayMalformedError(facts, "(status line)", `HTTP ${httpStatus} is not a documented answer`)
    }
    if (body === undefined) {
      throw new GatewayMalformedError(
        facts,
        "(body)",
        `is not JSON (content type "${answer.contentType.slice(0, 40)}")`
      )
    }
    const envelope = this.parse(envelopeSchema, body, "", facts)
    return this.parse(call.result, envelope.result, "result", facts)
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
    const [issue] = parsed.error.issues
    const path = [root, ...issue.path.map(String)].filter(Boolean).join(".")
    throw new GatewayMalformedError(facts, path || "(body)", redact(issue.message))
  }

  private redacted(words: string | undefined): string | undefined {
    return words && redact(words, [this.settings.apiKey, this.settings.apiSecret])
  }
}

/** Whether a call has left, handed to undici with it. */
class Progress {
  sent = false
}

/** undici calls onRequestStart right before it writes the request to a socket: until then nothing has left. */
function noteWhenSent(dispatch: Dispatcher["dispatch"]): Dispatcher["dispatch"] {
  return (options, handler) => {
    const opaque = "opaque" in options ? options.opaque : undefined
    return dispatch(options, opaque instanceof Progress ? new NotingHandler(handler, opaque) : handler)
  }
}

/** Hands everything on. A class, since a call that makes functions of its own for each of these costs a tenth of the whole. */
class NotingHandler implements Dispatcher.DispatchHandler {
  constructor(
    private readonly handler: Dispatcher.DispatchHandler,
    private readonly progress: Progress
  ) {}

  onRequestStart(...started: Parameters<NonNullable<Dispatcher.DispatchHandler["onRequestStart"]>>): void {
    this.progress.sent = true
    this.handler.onRequestStart?.(...started)
  }

  onRequestUpgrade(...upgraded: Parameters<NonNullable<Dispatcher.DispatchHandler["onRequestUpgrade"]>>): void {
    this.handler.onRequestUpgrade?.(...upgraded)
  }

  onResponseStart(...started: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>): void {
    this.handler.onResponseStart?.(...started)
  }

  onResponseData(...data: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseData"]>>): void {
    this.handler.onResponseData?.(...data)
  }

  onResponseEnd(...ended: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseEnd"]>>): void {
    this.handler.onResponseEnd?.(...ended)
  }

  onResponseError(...failed: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseError"]>>): void {
    this.handler.onResponseError?.(...failed)
  }
}

/** For a whole call. Cleared when the call is over: `AbortSignal.timeout` would keep a timer for each until its time. */
class Deadline {
  private readonly controller = new AbortController()
  private readonly timer: NodeJS.Timeout

  constructor(timeoutMs: number) {
    this.timer = setTimeout(
      () => this.controller.abort(new DOMException("The call took too long", "TimeoutError")),
      timeoutMs
    ).unref()
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  clear(): void {
    clearTimeout(this.timer)
  }
}

function isGood(body: unknown): boolean {
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
    textOf(error, "name") === "TimeoutError" || /^UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT$/.test(textOf(error, "code"))
  )
}

/** What undici, Node and the abort signal tell of an error. */
function textOf(error: unknown, field: "name" | "code"): string {
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
