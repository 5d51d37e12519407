import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { failureOf } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { followAfter } from "../checkout/follow"
import { notifyOfAccount, type WhyNotAsked } from "../notice/notify-of-cases"
import { AccountCircuits, ROUND_MS, AccountRestingError } from "./account-circuits"
import { CONTACT_RECENT_MS, reconcileCheckout, watchCheckout } from "./reconcile-checkout"
import { logFailure, warnOf } from "../log-failure"

/** One run of the job over the rows that it claims. A row that fails becomes due again; no failure ends the round. */
export class ReconcileRound {
  private readonly asked = new Set<string>()
  /** Accounts that are not called at present, with the number of their postponed rows. */
  private readonly away = new Map<string, number>()
  private readonly unaskable = new Map<string, WhyNotAsked>()
  private readonly circuits: AccountCircuits
  private readonly webCheckout: WebCheckoutService

  constructor(private readonly container: MedusaContainer) {
    this.webCheckout = container.resolve(WEB_CHECKOUT)
    this.circuits = new AccountCircuits(this.webCheckout.options.reconcile.concurrency)
  }

  /**
   * Claims due rows until none is left or the round is over. Any number of processes may run it at once. Settled rows are checked after the
   * open ones, and do not delay an open row that becomes due meanwhile. Those of an account that gives no answer wait for another round.
   */
  async run(): Promise<void> {
    const end = Date.now() + ROUND_MS
    await this.takeAllOpen(end)
    let hasMore = true
    while (hasMore && Date.now() < end) {
      hasMore = await this.takeSomeWatched()
      await this.takeAllOpen(end)
    }
    await this.notifyOfAccounts()
    const logger: Logger = this.container.resolve(ContainerRegistrationKeys.LOGGER)
    for (const [account, count] of this.away) {
      logger.warn(
        `medusa-payment-webcheckout: the payment service gives the account "${account}" no answer; ${count} of its payments are asked about later`
      )
    }
    if (this.asked.size > 0) {
      logger.debug(`medusa-payment-webcheckout: reconciled ${this.asked.size}`)
    }
  }

  /** An account whose credentials are refused, or that the options no longer have: nobody can ask about its payments. */
  private async notifyOfAccounts(): Promise<void> {
    for (const [account, why] of this.unaskable) {
      try {
        const rows: LedgerCheckout[] = []
        for (const row of await this.webCheckout.dueCheckouts.listWithoutAnswer(account)) {
          const followed = await followAfter(this.container, row, "refused")
          // A row with another case gets a notice of its own.
          rows.push(...(followed.attention === "unanswered" ? [followed] : []))
        }
        const { good_at } = this.webCheckout.gateways.contactOf(account)
        // Without a new case, a bell rings only if this process has had no usable answer lately: a refusal may be a short failure.
        if (rows.length > 0 || good_at === null || Date.now() - good_at.getTime() > CONTACT_RECENT_MS) {
          await notifyOfAccount(this.container, { account, why, rows })
        }
      } catch (error) {
        logFailure(this.container, `no notice of account "${account}" could be sent`, error)
      }
    }
  }

  /** An account that gives no answer does not delay the others: its rows are put off beyond the round. */
  private async takeAllOpen(end: number): Promise<void> {
    const { batchSize, concurrency } = this.webCheckout.options.reconcile
    const underWay = new Set<Promise<void>>()
    let hasMore = true
    try {
      while (hasMore && Date.now() < end) {
        const rows = await this.webCheckout.dueCheckouts.claim("next_check_at", batchSize)
        for (const row of rows) {
          const work = this.takeOpen(row).finally(() => underWay.delete(work))
          underWay.add(work)
        }
        // Claims more when 2 × `concurrency` rows are left, so that every slot stays busy during the claim.
        while (underWay.size > 2 * concurrency) {
          await Promise.race(underWay)
        }
        hasMore = rows.length > 0
      }
    } finally {
      await Promise.all(underWay)
    }
  }

  /** @returns whether there were any */
  private async takeSomeWatched(): Promise<boolean> {
    const { dueCheckouts, nextCheck, options } = this.webCheckout
    const rows = await dueCheckouts.claim("watch_at", options.reconcile.batchSize, [...this.away.keys()])
    const take = (row: LedgerCheckout) =>
      // `watchCheckout` has already scheduled a row whose check failed.
      this.protect(row, watchCheckout, async (until) => until && nextCheck.scheduleWatch(row.id, until))
    await Promise.all(rows.map(take))
    return rows.length > 0
  }

  private takeOpen(row: LedgerCheckout): Promise<void> {
    const { checkouts, nextCheck } = this.webCheckout
    return this.protect(row, reconcileCheckout, async (until) =>
      until ? nextCheck.postpone(row.id, until) : nextCheck.scheduleAfterFailure(await checkouts.retrieve(row.id))
    )
  }

  /**
   * Works on one row, and never throws.
   *
   * @param again reschedules the row after a failure. `until`: when an account that was not asked may be asked; undefined if the row was
   * asked about and failed
   */
  private async protect(
    row: LedgerCheckout,
    work: (container: MedusaContainer, row: LedgerCheckout) => Promise<unknown>,
    again: (until: Date | undefined) => Promise<unknown>
  ): Promise<void> {
    const { id, account } = row
    try {
      await this.circuits.execute(account, () => work(this.container, row))
      this.asked.add(id)
    } catch (error) {
      const until = error instanceof AccountRestingError ? error.until : undefined
      if (!this.webCheckout.gateways.has(account)) {
        this.unaskable.set(account, "not_configured")
      } else if (failureOf(error).code === "gateway_unauthorized") {
        this.unaskable.set(account, "credentials_refused")
      }
      if (until) {
        this.away.set(account, (this.away.get(account) ?? 0) + 1)
      } else {
        logFailure(this.container, `checkout ${id} could not be reconciled`, error)
      }
      await again(until).catch(warnOf(this.container, `checkout ${id} could not be scheduled`))
    }
  }
}
