/** One problem of a request. It never contains a value. */
export interface Problem {
  /** The field's name in the request, e.g. `customer.first_name`. */
  field: string
  /** The broken rule in words, e.g. `must be positive`. */
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

/** Codes of failed calls. Workflows copy errors by value and lose their class; the code is kept. */
export const GATEWAY_ERROR_CODES = [
  "gateway_rejected",
  "gateway_unauthorized",
  "gateway_unreachable",
  "gateway_ambiguous",
  "gateway_malformed",
  /** the answer contradicts an earlier one about the money; it counts only after it is repeated */
  "gateway_unconfirmed",
] as const

export type GatewayErrorCode = (typeof GATEWAY_ERROR_CODES)[number]

/** Facts about a failed call, the same for every kind of failure. */
export interface GatewayErrorFacts {
  /** The call's documented name, e.g. `GET /checkout/{id}`: it never contains an id, a key or a token. */
  operation: string
  /** HTTP status of the answer, if there was one. */
  httpStatus?: number
  /** The gateway's own message, without personal data. */
  words?: string
  /** How long to wait before the next call, from the gateway's `Retry-After`; in milliseconds. */
  retryAfterMs?: number
  cause?: unknown
}

/**
 * A failed call to the gateway: refused, not sent, not answered, or answered against the documentation. The message says what happened and what to do. If `mayHaveHappened` is true, the
 * gateway may have carried out the call, so repeating it is not safe.
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

/** The gateway refused the request (`success: false`, or a 4xx). Nothing was done; the same request will be refused again. */
export class GatewayRejectedError extends GatewayError {
  readonly code = "gateway_rejected"
  readonly mayHaveHappened = false

  constructor(facts: GatewayErrorFacts) {
    const words = facts.words ? `: ${facts.words}` : "."
    super(`The payment service rejected the request (HTTP ${facts.httpStatus})${words}`, facts)
  }
}

/** The gateway refused the key and secret (401 or 403). Nothing was done; the plugin options must be corrected. */
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

/** The request was certainly not sent. Nothing was done; it is safe to call again. */
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

/** The request was sent, but no usable answer arrived: the gateway may have carried it out. Check before repeating it. */
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

/** The answer does not match the contract. `path` names the field. The gateway may have carried out the call. */
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
