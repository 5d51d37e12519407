import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  describeProblems,
  GATEWAY_ERROR_CODES,
  GatewayError,
  InvalidRequestError,
  type Problem,
} from "../../gateway/errors"
import { redact } from "../../gateway/redact"

/** A MedusaError with the facts that Medusa's own has no place for. They survive a workflow, which hands errors on by value. */
export class FailureError extends MedusaError {
  readonly problems?: Problem[]
  readonly httpStatus?: number
  readonly retryAfterMs?: number

  constructor(
    type: string,
    message: string,
    { code, ...facts }: { code?: string; problems?: Problem[]; httpStatus?: number; retryAfterMs?: number } = {}
  ) {
    super(type, message, code)
    Object.assign(this, facts)
  }
}

const makerOf = (type: string) => (message: string, code?: string) => new MedusaError(type, message, code)

/**
 * An action that is not possible now. The message says what to do instead. The storefront kit matches its text: "This cart has been paid" and
 * "This purchase has been paid" at the beginning, and by "Try again in a moment." at the end.
 */
export const notAllowed = makerOf(MedusaError.Types.NOT_ALLOWED)

export const notFound = makerOf(MedusaError.Types.NOT_FOUND)

/** The object was changed by another request meanwhile. */
export const conflict = makerOf(MedusaError.Types.CONFLICT)

export const unexpectedState = makerOf(MedusaError.Types.UNEXPECTED_STATE)

/** The store's configuration is wrong: the message names what to change. */
export const misconfigured = makerOf(MedusaError.Types.INVALID_ARGUMENT)

/** All problems of a request, by field: INVALID_DATA. */
export function invalidData(problems: Problem[]): FailureError {
  return new FailureError(MedusaError.Types.INVALID_DATA, describeProblems(problems), { problems })
}

/**
 * Runs a call to the gateway. The gateway's error, or a request that it would refuse, becomes a MedusaError with the same words
 * and the same code. The caller can correct a refused request (400), but no other error of the gateway (500). Anything else stays as it is.
 */
export async function withMedusaErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayError) {
      const { code, httpStatus, retryAfterMs } = error
      const { INVALID_DATA, UNEXPECTED_STATE } = MedusaError.Types
      const type = code === "gateway_rejected" ? INVALID_DATA : UNEXPECTED_STATE
      throw new FailureError(type, error.message, { code, httpStatus, retryAfterMs })
    }
    throw error instanceof InvalidRequestError ? invalidData(error.problems) : error
  }
}

/** A field that may be missing or of another type: it is undefined then. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)

const failureSchema = z.looseObject({
  name: maybe(z.string()),
  message: maybe(z.string()),
  type: maybe(z.string()),
  /** The gateway's error code, where it is one. */
  code: maybe(z.enum(GATEWAY_ERROR_CODES)),
  httpStatus: maybe(z.number()),
  retryAfterMs: maybe(z.number()),
  problems: maybe(z.array(z.object({ field: z.string(), rule: z.string() }))),
})

/** The facts of an error. It may be a plain object: Medusa's workflows copy errors by value. */
export type Failure = Partial<z.output<typeof failureSchema>>

/** Reads the facts of any error; empty for an unknown error. */
export function failureOf(error: unknown): Failure {
  return failureSchema.safeParse(error).data ?? {}
}

/** For `catch`: undefined if what was to be read no longer exists. @throws any other error */
export function undefinedIfGone(error: unknown): undefined {
  if (failureOf(error).type !== MedusaError.Types.NOT_FOUND) {
    throw error
  }
}

const KNOWN_TYPES = new Set<string>(Object.values(MedusaError.Types))

/**
 * What may be logged of an error, also of one that has passed a workflow: our own words, and Medusa's without the addresses
 * and numbers that they may name. Of anything else, what kind of error it was.
 */
export function safeWords(error: unknown): string {
  const { message, code, type, name } = failureOf(error)
  if (message !== undefined && (code || isCertainlyNotDone(error))) {
    return message
  }
  if (message !== undefined && KNOWN_TYPES.has(type ?? "")) {
    return redact(message)
  }
  return `unexpected ${name !== undefined && /^\w{1,40}$/.test(name) ? name : "error"}`
}

/** What may be kept of an error in a row: our own words and the gateway's, and nobody else's. */
export function ownWords(error: unknown): string {
  return error instanceof GatewayError || error instanceof InvalidRequestError || error instanceof FailureError
    ? error.message
    : "unexpected error"
}

/** Whether a failed create call provably created nothing: it was refused, or never left. */
export function isCertainlyNotDone(error: unknown): boolean {
  return error instanceof GatewayError ? !error.mayHaveHappened : error instanceof InvalidRequestError
}

/** The gateway's HTTP status for too many calls. It says nothing about the request itself, which can be retried later. */
export const TOO_MANY_CALLS = 429

/** Whether the gateway has refused the request and would refuse it again. */
export function isRefusal({ code, httpStatus }: Failure): boolean {
  return code === "gateway_rejected" && httpStatus !== TOO_MANY_CALLS
}
