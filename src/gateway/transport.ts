import { ExponentialBackoff, handleWhen, retry } from "cockatiel"
import { Pool, errors as undiciErrors, type Dispatcher } from "undici"
import { z } from "zod"
import { GatewayError, type GatewayErrorCode, type GatewayErrorFacts } from "./errors"
import { Exchange, TIMEOUT_ERROR, type Answer } from "./exchange"
import { redact } from "./redact"
import { envelopeSchema, failureSchema, gatewayIdSchema, problemsOf, validated } from "./schemas"

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
  /** The spelling of identifiers in requests: the documentation shows two and does not say which is accepted. */
  identifierSpelling: "Id" | "ID"
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

/** A call's query, body, and at most one id, which replaces `{id}` in the path. */
interface CallInput {
  query?: Record<string, string | number>
  body?: unknown
  checkoutId?: string
  subscriptionId?: string
}

/** 1 MiB is far above any documented answer, and small enough not to harm the server. */
const LARGEST_ANSWER_BYTES = 1024 * 1024
/** Retries of a request that was not sent and did not time out, each after a pause of about 0.1 s. */
const RETRIES_WHEN_NEVER_SENT = 2

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

  constructor(protected readonly settings: TransportSettings) {
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

  /**
   * Validates the id, then sends the request.
   *
   * @param operation method and path relative to baseUrl, e.g. `GET /checkout/{id}`
   * @throws InvalidRequestError that names the id's field
   */
  protected async call<Result extends z.ZodType>(
    operation: `${"GET" | "POST"} /${string}`,
    result: Result,
    { query, body, ...ids }: CallInput
  ): Promise<z.output<Result>> {
    const [id = ""] = Object.entries(ids).map(([field, value]) => validated(gatewayIdSchema, value, field))
    const [method, path] = operation.split(" ") as ["GET" | "POST", string]
    const startedMs = performance.now()
    const end = (outcome: FinishedCall["outcome"]) =>
      this.settings.onCall?.({ operation, outcome, durationMs: performance.now() - startedMs })
    try {
      const options = {
        method,
        path: this.basePath + path.replace("{id}", id),
        query,
        headers: this.headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      }
      const deadlineMs = startedMs + this.settings.timeoutMs
      const send = () => this.send(operation, options, deadlineMs)
      // The first attempt bypasses the retry policy, which costs time on every call. If it fails, the policy gets its error as attempt 0.
      const first = send()
      const answer = await first.catch(() => this.retry.execute(({ attempt }) => (attempt === 0 ? first : send())))
      const read = this.read(operation, result, answer)
      end("ok")
      return read
    } catch (error) {
      end(error instanceof GatewayError ? error.code : "gateway_malformed")
      throw error
    }
  }

  /** Waits for running calls and closes the connections. */
  async close(): Promise<void> {
    await this.pool.close()
  }

  private async send(operation: string, options: Dispatcher.DispatchOptions, deadlineMs: number): Promise<Answer> {
    const exchange = new Exchange(deadlineMs - performance.now())
    try {
      this.pool.dispatch(options, exchange)
      return await exchange.answer
    } catch (error) {
      throw this.explain(operation, error, exchange.sent)
    }
  }

  private explain(operation: string, error: unknown, sent: boolean): Error {
    const { name, code } = namedError.parse(error)
    const timedOut = name === TIMEOUT_ERROR || /^UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT$/.test(code)
    const facts = { operation, timedOut, cause: error }
    if (!sent) {
      return new GatewayError("gateway_unreachable", facts)
    }
    if (error instanceof undiciErrors.ResponseExceededMaxSizeError) {
      return malformed(facts, "(body)", `is larger than ${LARGEST_ANSWER_BYTES} bytes`)
    }
    const reason = timedOut
      ? `No answer within ${this.settings.timeoutMs} ms`
      : "The connection was lost before the answer was complete"
    return new GatewayError("gateway_ambiguous", facts, reason)
  }

  private read<Result extends z.ZodType>(operation: string, result: Result, answer: Answer): z.output<Result> {
    const body = parseJson(answer)
    const facts = { operation, httpStatus: answer.httpStatus }
    // failureSchema is checked only in `errorOf`: a success would fail it, and zod creates an error object for each failed check.
    const envelope = envelopeSchema.safeParse(body)
    if (answer.httpStatus !== 200 || envelope.error) {
      throw this.errorOf(operation, answer, body, envelope.error)
    }
    const parsed = result.safeParse(envelope.data.result)
    if (parsed.error) {
      throw malformedBy(parsed.error, "result", facts)
    }
    return parsed.data
  }

  /** The error for an answer that is a refusal, a failure, or undocumented. @param problem why the body does not match envelopeSchema */
  private errorOf(operation: string, answer: Answer, body: unknown, problem?: z.ZodError): GatewayError {
    const { httpStatus, contentType } = answer
    const failure = failureSchema.safeParse(body)
    const said = failure.data?.error
    const words = said && redact(said, [this.settings.apiKey, this.settings.apiSecret])
    const facts = { operation, httpStatus, words, retryAfterMs: retryAfterMs(answer.retryAfter) }
    if (httpStatus === 401 || httpStatus === 403) {
      return new GatewayError("gateway_unauthorized", facts)
    }
    if (httpStatus >= 500) {
      const failed = `The payment service failed (HTTP ${httpStatus})`
      return new GatewayError("gateway_ambiguous", facts, words ? `${failed}: ${words}` : failed)
    }
    if (httpStatus >= 400 || failure.success) {
      return new GatewayError("gateway_rejected", facts)
    }
    if (httpStatus !== 200 || !problem) {
      return malformed(facts, "(status line)", `HTTP ${httpStatus} is not a documented answer`)
    }
    return body === undefined
      ? malformed(facts, "(body)", `is not JSON (content type "${contentType.slice(0, 40)}")`)
      : malformedBy(problem, "", facts)
  }
}

/** Names the first problem. @param root the field that was parsed, empty for the whole body */
function malformedBy(error: z.ZodError, root: string, facts: GatewayErrorFacts): GatewayError {
  const [{ field, rule }] = problemsOf(error, root)
  return malformed(facts, field, redact(rule))
}

function malformed(facts: GatewayErrorFacts, field: string, rule: string): GatewayError {
  return new GatewayError("gateway_malformed", facts, `${field}: ${rule}`)
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). Undefined for anything else. */
function retryAfterMs(value: string): number | undefined {
  if (/^\d{1,9}$/.test(value)) {
    return Number(value) * 1000
  }
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
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

const textOrNone = z.string().catch("")
/** An error by undici, Node or Exchange; a field that is missing or not text is empty. */
const namedError = z.object({ name: textOrNone, code: textOrNone }).catch({ name: "", code: "" })
