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
  /** There was no complete answer within the time of the call. */
  timedOut?: boolean
  cause?: unknown
}

/** What has happened, and what to do. `reason` names the wrong field, or says why there is no answer. */
type Message = (facts: GatewayErrorFacts, reason: string) => string

const MESSAGES = {
  /** Refused (`success: false`, or a 4xx). Nothing was done; the same request will be refused again. */
  gateway_rejected: ({ httpStatus, words }) =>
    `The payment service rejected the request (HTTP ${httpStatus})${words ? `: ${words}` : "."}`,
  /** Key and secret were refused (401 or 403). Nothing was done; the plugin options must be corrected. */
  gateway_unauthorized: ({ httpStatus }) =>
    `The payment service rejected the credentials (HTTP ${httpStatus}). ` +
    "Check apiKey, apiSecret, headers and environment in the plugin options.",
  /** Certainly not sent. Nothing was done; it is safe to call again. */
  gateway_unreachable: () => "The payment service cannot be reached; the request was not sent. Try again later.",
  /** Sent, but no usable answer arrived: the gateway may have carried it out. Check before repeating it. */
  gateway_ambiguous: (_, reason) =>
    `${reason}. The payment service may have carried out the request. Refresh the status before you try again.`,
  /** The answer does not match the contract. The gateway may have carried out the call. */
  gateway_malformed: (_, reason) => `The payment service returned an unexpected answer: ${reason}.`,
} satisfies Record<string, Message>

type FailureCode = keyof typeof MESSAGES

/** After these, the gateway has certainly not carried out the call; after any other failure it may have. */
const NOT_DONE = ["gateway_rejected", "gateway_unauthorized", "gateway_unreachable"] as const satisfies FailureCode[]

type NotDone = (typeof NOT_DONE)[number]

/**
 * Codes of failures. Workflows copy errors by value and lose their class; the code is kept. `gateway_unconfirmed` is no failed call: the
 * answer contradicts an earlier one about the money, and counts only after it is repeated.
 */
export const GATEWAY_ERROR_CODES = [...(Object.keys(MESSAGES) as FailureCode[]), "gateway_unconfirmed" as const]

export type GatewayErrorCode = (typeof GATEWAY_ERROR_CODES)[number]

/**
 * A failed call to the gateway: refused, not sent, not answered, or answered against the documentation. If `mayHaveHappened` is true, the
 * gateway may have carried out the call, so repeating it is not safe.
 */
export class GatewayError extends Error implements GatewayErrorFacts {
  override readonly name = "GatewayError"
  readonly operation!: string
  readonly httpStatus?: number
  readonly words?: string
  readonly retryAfterMs?: number
  readonly timedOut?: boolean
  readonly mayHaveHappened: boolean

  /** @param reason for the kinds whose message has one */
  constructor(code: NotDone, facts: GatewayErrorFacts)
  constructor(code: Exclude<FailureCode, NotDone>, facts: GatewayErrorFacts, reason: string)
  constructor(
    readonly code: FailureCode,
    { cause, ...facts }: GatewayErrorFacts,
    reason = ""
  ) {
    super(`${facts.operation}: ${MESSAGES[code](facts, reason)}`, { cause })
    Object.assign(this, facts)
    this.mayHaveHappened = !NOT_DONE.some((kind) => kind === code)
  }
}
