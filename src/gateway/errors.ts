/** One problem of a request. Never with a value in it. */
export interface Problem {
  /** By its name on the wire, e.g. `customer.first_name`. */
  field: string
  /** The rule that it breaks, in words, e.g. `must be positive`. */
  rule: string
}

/** Problems as one text: `amount: must be positive; currency: …`. */
export function describeProblems(problems: Problem[]): string {
  return problems.map(({ field, rule }) => `${field}: ${rule}`).join("; ")
}

/** A request that breaks a documented rule. Nothing was sent. */
export class InvalidRequestError extends Error {
  readonly code = "invalid_request"

  constructor(readonly problems: Problem[]) {
    super(describeProblems(problems))
    this.name = "InvalidRequestError"
  }
}

/** Codes of failed calls. A code survives a workflow, which passes errors on by value, without their class. */
export const GATEWAY_ERROR_CODES = [
  "gateway_rejected",
  "gateway_unauthorized",
  "gateway_unreachable",
  "gateway_ambiguous",
  "gateway_malformed",
  /** the answer contradicts what was known of the money; it counts only once it is repeated */
  "gateway_unconfirmed",
] as const

export type GatewayErrorCode = (typeof GATEWAY_ERROR_CODES)[number]

/** What is known of a failed call; the same facts for every kind of failure. */
export interface GatewayErrorFacts {
  /** The call by its documented name, e.g. `GET /checkout/{id}`: never with an id, a key or a token in it. */
  operation: string
  /** HTTP status of the answer, where there was one. */
  httpStatus?: number
  /** What the gateway itself said, without personal data. */
  words?: string
  /** How long to wait before the next call, from the gateway's `Retry-After`; in milliseconds. */
  retryAfterMs?: number
  cause?: unknown
}

/**
 * A call to the gateway that did not give the documented answer. The message says what happened and what to do;
 * `mayHaveHappened` whether the gateway may have done what was asked, so whether repeating the call is safe.
 */
export abstract class GatewayError extends Error {
  abstract readonly code: GatewayErrorCode
  abstract readonly mayHaveHappened: boolean
  readonly operation: string
  readonly httpStatus?: number
  readonly words?: string
  readonly retryAfterMs?: number

  constructor(message: string, facts: GatewayErrorFacts) {
    super(`${facts.operation}: ${message}`, { cause: facts.cause })
    this.name = new.target.name
    this.operation = facts.operation
    this.httpStatus = facts.httpStatus
    this.words = facts.words
    this.retryAfterMs = facts.retryAfterMs
  }
}

/** The gateway said no (`success: false`, or a 4xx). Nothing was done; the same request will be refused again. */
export class GatewayRejectedError extends GatewayError {
  readonly code = "gateway_rejected"
  readonly mayHaveHappened = false

  constructor(facts: GatewayErrorFacts) {
    const words = facts.words ? `: ${facts.words}` : "."
    super(`The payment service rejected the request (HTTP ${facts.httpStatus})${words}`, facts)
  }
}

/** The key and secret were refused (401 or 403). Nothing was done; somebody must correct the plugin options. */
export class GatewayUnauthorizedError extends GatewayError {
  readonly code = "gateway_unauthorized"
  readonly mayHaveHappened = false

  constructor(facts: GatewayErrorFacts) {
    super(
      `The payment service rejected the credentials (HTTP ${facts.httpStatus}). ` +
        "Check apiKey, apiSecret, headers and environment in the plugin options.",
      facts
    )
  }
}

/** The request provably never left this server. Nothing was done; it is safe to call again. */
export class GatewayUnreachableError extends GatewayError {
  readonly code = "gateway_unreachable"
  readonly mayHaveHappened = false

  constructor(
    facts: GatewayErrorFacts,
    readonly timedOut = false
  ) {
    super("The payment service cannot be reached; the request was not sent. Try again later.", facts)
  }
}

/** The request was sent and no usable answer came: the gateway may have done it. Ask before repeating. */
export class GatewayAmbiguousError extends GatewayError {
  readonly code = "gateway_ambiguous"
  readonly mayHaveHappened = true

  constructor(facts: GatewayErrorFacts, reason: string) {
    super(
      `${reason}. The payment service may have carried out the request. Refresh the status before you try again.`,
      facts
    )
  }
}

/** An answer came and is not what the contract says. `path` names the field; the gateway may have done it. */
export class GatewayMalformedError extends GatewayError {
  readonly code = "gateway_malformed"
  readonly mayHaveHappened = true

  constructor(
    facts: GatewayErrorFacts,
    readonly path: string,
    problem: string
  ) {
    super(`The payment service returned an unexpected answer: ${path}: ${problem}.`, facts)
  }
}
