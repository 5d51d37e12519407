import {
  BrokenCircuitError,
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  type IPolicy,
} from "cockatiel"
import { failureOf } from "../../modules/web-checkout/errors"
import { withJobTimeLimit } from "../time-limit"

/** After this many calls in a row without a usable answer, this AccountCircuits does not call the account for ROUND_MS. */
const FAILURES_UNTIL_AWAY = 3
/** In ms: the pause after a 429 that does not say how long to wait. */
const REST_MS = 60_000
/** In ms: the longest pause, so that a wrong date cannot stop the job for years. */
const LONGEST_REST_MS = 15 * 60_000

/** When the pause of each merchant account ends, in ms since 1970; kept beyond the round. */
const resting = new Map<string, number>()

/**
 * Guards a job's gateway calls: bounded concurrency, and for each merchant account a circuit that opens when its gateway has given no
 * usable answer, or refused the credentials, several times in a row. A 429 pauses the account for as long as the gateway asks. Any other
 * failure affects only its own piece of work.
 */
export class AccountCircuits {
  private readonly concurrency
  private readonly circuits = new Map<string, IPolicy>()

  constructor(concurrency: number) {
    this.concurrency = bulkhead(concurrency, Infinity)
  }

  /** @throws what the work throws; AccountRestingError while the account's gateway is not called */
  async execute<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.concurrency.execute(() => this.circuit(account).execute(() => this.callOrPause(account, work)))
    } catch (error) {
      throw isBrokenCircuitError(error) ? new AccountRestingError(afterRest(account)) : error
    }
  }

  /** @throws BrokenCircuitError while the account rests after a 429 */
  private circuit(account: string): IPolicy {
    if ((resting.get(account) ?? 0) > Date.now()) {
      throw new BrokenCircuitError("the payment service wants to be left alone")
    }
    const circuit =
      this.circuits.get(account) ??
      circuitBreaker(handleWhen(isAway), {
        halfOpenAfter: ROUND_MS,
        breaker: new ConsecutiveBreaker(FAILURES_UNTIL_AWAY),
      })
    this.circuits.set(account, circuit)
    return circuit
  }

  /** Limits how long the job waits for the work, and starts the account's pause after a 429. */
  private async callOrPause<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await withJobTimeLimit(work())
    } catch (error) {
      const { httpStatus, retryAfterMs } = failureOf(error)
      if (httpStatus === 429) {
        resting.set(account, Date.now() + Math.min(retryAfterMs ?? REST_MS, LONGEST_REST_MS))
      }
      throw error
    }
  }
}

/** When work that was not attempted is retried: after the account's pause, at least ROUND_MS from now. */
function afterRest(account: string): Date {
  return new Date(Math.max(Date.now() + ROUND_MS, resting.get(account) ?? 0))
}

/** Thrown by work that stops because the gateway is not called now. The run counts neither as a failure nor as a success. */
export class AccountRestingError extends Error {
  constructor(readonly until: Date) {
    super("the payment service is not called now")
  }
}

/** The account cannot be used: no usable answer, or refused credentials. */
function isAway(error: unknown): boolean {
  const { code } = failureOf(error)
  return code === "gateway_unreachable" || code === "gateway_ambiguous" || code === "gateway_unauthorized"
}

/** How long a round takes rows, before the next begins. */
export const ROUND_MS = 50_000
