import { bulkhead, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError, wrap } from "cockatiel"
import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import type { LedgerCheckout } from "../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../modules/web-checkout/service"
import { nextCheckAt } from "../workflows/next-check"
import { reconcileCheckout } from "../workflows/reconcile-checkout"
import { reconcileRefunds } from "../workflows/reconcile-refunds"
import { reconcileSubscriptions } from "../workflows/reconcile-subscriptions"

/** A claim outlives the round, so that no other process takes the row meanwhile; a process that dies gives it back. */
const CLAIM_MS = 120_000
const ROUND_MS = 50_000
/** So many calls in a row without an answer, and the gateway counts as away for the rest of the round. */
const FAILURES_UNTIL_AWAY = 3

/**
 * Finds what return never told: the shopper who paid and closed the tab, the create call whose answer was lost, the
 * authorization that was captured. Any number of instances may run it at once.
 */
export default async function reconcileCheckouts(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const round = new Round(container, ledger)
  const end = Date.now() + ROUND_MS
  while (Date.now() < end && !round.isGatewayAway) {
    const rows = await ledger.claimDue(ledger.options.reconcile.batchSize, CLAIM_MS)
    if (rows.length === 0) {
      break
    }
    await Promise.all(rows.map((row) => round.take(row)))
  }
  await round.takeRefunds()
  await round.takeSubscriptions()
  round.report()
}

/** One run of the job: bounded concurrency, and a circuit that opens when the gateway does not answer. */
class Round {
  isGatewayAway = false
  private asked = 0
  private failed = 0
  private readonly logger: Logger
  private readonly policy

  constructor(
    private readonly container: MedusaContainer,
    private readonly ledger: WebCheckoutService
  ) {
    this.logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const breaker = circuitBreaker(
      handleWhen((error) => isAway(error)),
      { halfOpenAfter: ROUND_MS, breaker: new ConsecutiveBreaker(FAILURES_UNTIL_AWAY) }
    )
    this.policy = wrap(bulkhead(ledger.options.reconcile.concurrency, Infinity), breaker)
  }

  async take(row: LedgerCheckout): Promise<void> {
    try {
      await this.policy.execute(() => reconcileCheckout(this.container, this.ledger, row))
      this.asked += 1
    } catch (error) {
      this.failed += 1
      this.isGatewayAway ||= isBrokenCircuitError(error) || isAway(error)
      if (!isBrokenCircuitError(error) && !isAway(error)) {
        this.logger.warn(`medusa-payment-webcheckout: checkout ${row.id} could not be reconciled: ${wordsOf(error)}`)
      }
      await this.ledger.schedule(row.id, nextCheckAt(row, this.ledger.options.reconcile.giveUpAfterHours))
    }
  }

  /** The refunds that a process left half made, unless nobody answers. */
  async takeRefunds(): Promise<void> {
    if (this.isGatewayAway) {
      return
    }
    for (const { refund_id, error } of await reconcileRefunds(this.container, this.ledger)) {
      this.logger.warn(`medusa-payment-webcheckout: refund ${refund_id} could not be settled: ${wordsOf(error)}`)
    }
  }

  /** The subscriptions whose create call was cut off. */
  async takeSubscriptions(): Promise<void> {
    try {
      await reconcileSubscriptions(this.ledger)
    } catch (error) {
      this.logger.warn(`medusa-payment-webcheckout: a lost subscription could not be looked for: ${wordsOf(error)}`)
    }
  }

  report(): void {
    if (this.isGatewayAway) {
      this.logger.warn(
        `medusa-payment-webcheckout: the payment service does not answer; ${this.failed} checkouts are asked about later`
      )
    } else if (this.asked > 0) {
      this.logger.debug(`medusa-payment-webcheckout: reconciled ${this.asked} checkouts`)
    }
  }
}

/** Nobody answered: not the same as an answer that says no. A workflow hands errors on by value, so the kind tells. */
function isAway(error: unknown): boolean {
  const kind: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "kind") : undefined
  return kind === "unreachable" || kind === "ambiguous"
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : "no reason was given"
}

export const config = { name: "webcheckout-reconcile-checkouts", schedule: "* * * * *" }
