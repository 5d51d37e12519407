import { setTimeout as wait } from "node:timers/promises"
import { bulkhead, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError, type IPolicy } from "cockatiel"
import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { failureOf } from "../gateway/errors"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import type { LedgerCheckout } from "../modules/web-checkout/ledger"
import { safeFailure } from "../modules/web-checkout/medusa-error"
import { nextCheckAt } from "../modules/web-checkout/rules/check-times"
import type { WebCheckoutService } from "../modules/web-checkout/service"
import { reconcileCheckout, watchCheckout } from "../workflows/reconcile-checkout"
import { findForgottenRefunds, reconcileRefund } from "../workflows/reconcile-refunds"
import { reconcileSubscription } from "../workflows/reconcile-subscriptions"

/** A claim outlives the round, so that no other process takes the row meanwhile; a process that dies gives it back. */
const CLAIM_MS = 120_000
const ROUND_MS = 50_000
/** So many calls in a row without a usable answer, and the account's gateway counts as away for the rest of the round. */
const FAILURES_UNTIL_AWAY = 3
/** A gateway that says "too many calls" and not for how long. */
const REST_MS = 60_000
/** However long it asks for: a date that is wrong must not stop the job for years. */
const LONGEST_REST_MS = 15 * 60_000
/** What takes longer hangs (a merchant's hook, another provider): the round goes on without it, the lease keeps it safe. */
const LONGEST_WORK_MS = 90_000

/** Until when the gateway wants to be left alone, by merchant account: it outlives the round. */
const resting = new Map<string, number>()

/**
 * Finds what return never told: the shopper who paid and closed the tab, the create call whose answer was lost, the
 * authorization that was captured, the refund that was made in the gateway's dashboard. Any number of instances may run it
 * at once. Settled rows are looked at once the open ones are done, and one batch of them a round.
 */
export default async function reconcileCheckouts(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const round = new Round(container, ledger)
  const { batchSize } = ledger.options.reconcile
  const end = Date.now() + ROUND_MS
  let isAnybodyThere = true
  while (isAnybodyThere && Date.now() < end) {
    const rows = await ledger.claimDue(batchSize, CLAIM_MS)
    const asked = await Promise.all(rows.map((row) => round.takeOpen(row)))
    isAnybodyThere = asked.includes(true)
  }
  await round.takeRefunds()
  await round.takeSubscriptions()
  if (Date.now() < end) {
    const watched = await ledger.claimWatched(batchSize, CLAIM_MS)
    await Promise.all(watched.map((row) => round.takeWatched(row)))
  }
  round.report()
}

/**
 * One run of the job: bounded concurrency, and for each merchant account a circuit that opens when its gateway has given no
 * usable answer, or refused the credentials, several times in a row. Only that ends the round for an account, or a 429, which
 * leaves it alone for as long as it asks; any other failure is that row's alone.
 */
class Round {
  private readonly asked = new Set<string>()
  private readonly away = new Set<string>()
  private left = 0
  private readonly logger: Logger
  private readonly concurrency
  private readonly circuits = new Map<string, IPolicy>()

  constructor(
    private readonly container: MedusaContainer,
    private readonly ledger: WebCheckoutService
  ) {
    this.logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    this.concurrency = bulkhead(ledger.options.reconcile.concurrency, Infinity)
  }

  /** @returns whether the gateway was asked */
  async takeOpen(row: LedgerCheckout): Promise<boolean> {
    return this.protect(
      `checkout ${row.id}`,
      row.account,
      () => reconcileCheckout(this.container, this.ledger, row),
      (wasAsked) =>
        wasAsked
          ? this.ledger.schedule(row.id, nextCheckAt(row, this.ledger.options.reconcile.giveUpAfterHours))
          : this.ledger.postpone(row.id, this.afterRest(row.account))
    )
  }

  async takeWatched(row: LedgerCheckout): Promise<void> {
    await this.protect(
      `checkout ${row.id}`,
      row.account,
      () => watchCheckout(this.container, this.ledger, row),
      (wasAsked) => (wasAsked ? Promise.resolve() : this.ledger.scheduleWatch(row.id, this.afterRest(row.account)))
    )
  }

  /** The refunds that a process left half made. */
  async takeRefunds(): Promise<void> {
    const forgotten = await findForgottenRefunds(this.container, this.ledger).catch((error: unknown) => {
      this.logger.warn(`medusa-payment-webcheckout: half made refunds could not be looked for: ${safeFailure(error)}`)
      return []
    })
    await Promise.all(
      forgotten.map((refund) =>
        this.protect(`refund ${refund.refund_id}`, refund.row.account, () =>
          reconcileRefund(this.container, this.ledger, refund)
        )
      )
    )
  }

  /** The subscriptions whose create call was cut off. */
  async takeSubscriptions(): Promise<void> {
    const lost = await this.ledger.claimLostSubscriptions(this.ledger.options.reconcile.batchSize)
    await Promise.all(
      lost.map((row) =>
        this.protect(`subscription ${row.id}`, row.account, () => reconcileSubscription(this.ledger, row))
      )
    )
  }

  report(): void {
    for (const account of this.away) {
      this.logger.warn(
        `medusa-payment-webcheckout: the payment service gives the account "${account}" no answer; ${this.left} are asked about later`
      )
    }
    if (this.asked.size > 0) {
      this.logger.debug(`medusa-payment-webcheckout: reconciled ${this.asked.size}`)
    }
  }

  /**
   * Does one piece of work, and never throws: what fails comes due again by itself, or by `again`.
   *
   * @returns whether the gateway was asked
   */
  private async protect(
    what: string,
    account: string,
    work: () => Promise<unknown>,
    again: (wasAsked: boolean) => Promise<void> = async () => undefined
  ): Promise<boolean> {
    try {
      await this.concurrency.execute(() => this.circuit(account).execute(() => this.noting(account, work)))
      this.asked.add(what)
      return true
    } catch (error) {
      const wasAsked = !isBrokenCircuitError(error) && !(error instanceof RestingError)
      if (wasAsked) {
        this.logger.warn(`medusa-payment-webcheckout: ${what} could not be reconciled: ${safeFailure(error)}`)
      } else {
        this.away.add(account)
        this.left += 1
      }
      await again(wasAsked).catch((failure: unknown) => {
        this.logger.warn(`medusa-payment-webcheckout: ${what} could not be scheduled: ${safeFailure(failure)}`)
      })
      return wasAsked
    }
  }

  private circuit(account: string): Pick<IPolicy, "execute"> {
    if ((resting.get(account) ?? 0) > Date.now()) {
      return RESTING
    }
    const known = this.circuits.get(account)
    if (known) {
      return known
    }
    const circuit = circuitBreaker(
      handleWhen((error) => isAway(error)),
      { halfOpenAfter: ROUND_MS, breaker: new ConsecutiveBreaker(FAILURES_UNTIL_AWAY) }
    )
    this.circuits.set(account, circuit)
    return circuit
  }

  /** 429: the account is left alone for as long as the gateway asks, by whatever waits for its turn already too. */
  private async noting(account: string, work: () => Promise<unknown>): Promise<void> {
    const deadline = new AbortController()
    const late = tooLong(deadline.signal)
    // Once the work is done nobody waits for it any more.
    late.catch(() => undefined)
    try {
      await Promise.race([work(), late])
    } catch (error) {
      const { httpStatus, retryAfterMs } = failureOf(error)
      if (httpStatus === 429) {
        resting.set(account, Date.now() + Math.min(retryAfterMs ?? REST_MS, LONGEST_REST_MS))
      }
      throw error
    } finally {
      deadline.abort()
    }
  }

  /** When what was not asked is tried again: it has not failed, so it waits no longer than it must. */
  private afterRest(account: string): Date {
    return new Date(Math.max(Date.now() + ROUND_MS, resting.get(account) ?? 0))
  }
}

class RestingError extends Error {}

async function tooLong(signal: AbortSignal): Promise<never> {
  await wait(LONGEST_WORK_MS, undefined, { signal, ref: false })
  throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `it takes longer than ${LONGEST_WORK_MS / 1000} s`)
}

const RESTING: Pick<IPolicy, "execute"> = {
  execute: () => Promise.reject(new RestingError("the payment service wants to be left alone")),
}

/** Nobody answered usefully: not the same as an answer that says no. */
function isAway(error: unknown): boolean {
  const { kind } = failureOf(error)
  return kind === "unreachable" || kind === "ambiguous" || kind === "unauthorized"
}

export const config = { name: "webcheckout-reconcile-checkouts", schedule: "* * * * *" }
