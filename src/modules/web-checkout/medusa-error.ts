import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { InvalidRequestError } from "../../gateway/client"
import { GatewayError } from "../../gateway/errors"
import { InvalidAmountError } from "../../gateway/money"

const TYPE_OF_KIND: Record<GatewayError["kind"], string> = {
  rejected: MedusaError.Types.INVALID_DATA,
  unauthorized: MedusaError.Types.UNEXPECTED_STATE,
  unreachable: MedusaError.Types.UNEXPECTED_STATE,
  ambiguous: MedusaError.Types.UNEXPECTED_STATE,
  malformed: MedusaError.Types.UNEXPECTED_STATE,
}

/**
 * One kind of failure, one MedusaError type. A refused request is the caller's to mend (400); everything else is not
 * (500). Anything unknown is given back as it is.
 */
function toMedusaError(error: unknown): unknown {
  if (error instanceof GatewayError) {
    return new MedusaError(TYPE_OF_KIND[error.kind], error.message)
  }
  if (error instanceof InvalidRequestError || error instanceof InvalidAmountError) {
    return new MedusaError(MedusaError.Types.INVALID_DATA, error.message)
  }
  return error
}

/** The errors whose words are known to hold no secret and no personal data. */
export function isOurs(error: unknown): error is Error {
  return error instanceof GatewayError || error instanceof InvalidRequestError || error instanceof InvalidAmountError
}

/** What may be logged and kept of an error. */
export function safeWords(error: unknown): string {
  return isOurs(error) ? error.message : "unexpected error"
}

/**
 * What may be logged of an error that has passed a workflow, which hands errors on by value: our own words and Medusa's,
 * whose messages name ids and rules.
 */
export function safeFailure(error: unknown): string {
  if (isOurs(error) || MedusaError.isMedusaError(error)) {
    return error.message
  }
  const parsed = failure.safeParse(error)
  return parsed.success && (parsed.data.kind !== undefined || KNOWN_TYPES.has(parsed.data.type ?? ""))
    ? parsed.data.message
    : "unexpected error"
}

const failure = z.looseObject({ kind: z.string().optional(), type: z.string().optional(), message: z.string() })
const KNOWN_TYPES = new Set<string>(Object.values(MedusaError.Types))

/** Does something at the gateway, and speaks of its failure as a MedusaError. */
export async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toMedusaError(error)
  }
}
