import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { failureOf } from "../../modules/web-checkout/errors"
import { CLAIM_MS } from "../../modules/web-checkout/rules/check-times"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { followAfter } from "../checkout/follow"
import { notifyOfAccount, type WhyNotAsked } from "../notice/notify-of-cases"
import { GuardedAccounts, wasAsked, ROUND_MS } from "./guarded-accounts"
import { reconcileCheckout, watchCheckout } from "./reconcile-checkout"
import { logFailure } from "../log-failure"

/** One run of the job over the rows that it claims. A row that fails becomes due again; no failure ends the round. */
export class ReconcileRound {
  private readonly asked = new Set<string>()
  /** Accounts that give no answer, with how many of their rows are asked about later. */
  private readonly away = new Map<string, number>()
  private readonly logger: Logger
  private readonly accounts: GuardedAccounts
  private readonly unaskable = new Map<string, WhyNotAsked>()
  private readonly batchSize: number
  /** More rows are claimed once no more than this many are waiting or running, which is enough work for the time that a claim takes. */
  private readonly claimsWhileUnderWay: number

  private readonly webCheckout: WebCheckoutService

  constructor(private readonly container: MedusaContainer) {
    this.webCheckout = container.resolve(WEB_CHECKOUT)
    this.logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const { batchSize, concurrency } = this.webCheckout.options.reconcile
    this.batchSize = batchSize
    this.claimsWhileUnderWay = 2 * concurrency
    this.accounts = new GuardedAccounts(concurrency)
  }

  /**
   * Claims due rows until none is left or the round is over. Any number of processes may run it at once. Settled rows are checked after the
   * open ones, and do not delay an open row that becomes due meanwhile. Those of an account that gives no answer wait for another round.
   */
  async run(): Promise<void> {
    const end = Date.now() + ROUND_MS
    await this.takeAllOpen(end)
    let isAnybodyThere = true
    while (isAnybodyThere && Date.now() < end) {
      isAnybodyThere = await this.takeSomeWatched()
      await this.takeAllOpen(end)
    }
    await this.notifyOfAccounts()
    this.report()
  }

  /** An account whose credentials are refused, or that the options no longer have: nobody can ask about its payments. */
  private async notifyOfAccounts(): Promise<void> {
    for (const [account, why] of this.unaskable) {
      try {
        const rows: LedgerCheckout[] = []
        for (const row of await this.webCheckout.dueCheckouts.listWithoutAnswer(account)) {
          rows.push(await followAfter(this.container, row, "refused"))
        }
        // A row with another case gets a notice of its own.
        await notifyOfAccount(this.container, {
          account,
          why,
          rows: rows.filter(({ attention }) => attention === "unanswered"),
        })
      } catch (error) {
        logFailure(this.container, `no notice of account "${account}" could be sent`, error)
      }
    }
  }

  /** An account that gives no answer does not delay the others: its rows are put off beyond the round. */
  private async takeAllOpen(end: number): Promise<void> {
    const underWay = new Set<Promise<void>>()
    let isAnybodyThere = true
    try {
      while (isAnybodyThere && Date.now() < end) {
        const rows = await this.webCheckout.dueCheckouts.claim(this.batchSize, CLAIM_MS)
        for (const row of rows) {
          const work = this.takeOpen(row).finally(() => underWay.delete(work))
          underWay.add(work)
        }
        // The next rows are claimed while the last of these are running, so that no slot is idle.
        while (underWay.size > this.claimsWhileUnderWay) {
          await Promise.race(underWay)
        }
        isAnybodyThere = rows.length > 0
      }
    } finally {
      await Promise.all(underWay)
    }
  }

  /** @returns whether there were any */
  private async takeSomeWatched(): Promise<boolean> {
    const rows = await this.webCheckout.dueCheckouts.claimWatched(this.batchSize, CLAIM_MS, [...this.away.keys()])
    await Promise.all(rows.map((row) => this.takeWatched(row)))
    return rows.length > 0
  }

  private async takeOpen(row: LedgerCheckout): Promise<void> {
    await this.protect(
      row,
      () => reconcileCheckout(this.container, row),
      (wasAsked) =>
        wasAsked
          ? this.scheduleAfterFailure(row)
          : this.webCheckout.nextLook.postpone(row.id, this.accounts.afterRest(row.account))
    )
  }

  private async takeWatched(row: LedgerCheckout): Promise<void> {
    await this.protect(
      row,
      () => watchCheckout(this.container, row),
      (wasAsked) =>
        wasAsked
          ? Promise.resolve()
          : this.webCheckout.nextLook.scheduleWatch(row.id, this.accounts.afterRest(row.account))
    )
  }

  private async scheduleAfterFailure({ id }: LedgerCheckout): Promise<void> {
    await this.webCheckout.nextLook.scheduleAfterFailure(await this.webCheckout.checkouts.retrieve(id))
  }

  private report(): void {
    for (const [account, count] of this.away) {
      this.logger.warn(
        `medusa-payment-webcheckout: the payment service gives the account "${account}" no answer; ${count} of its payments are asked about later`
      )
    }
    if (this.asked.size > 0) {
      this.logger.debug(`medusa-payment-webcheckout: reconciled ${this.asked.size}`)
    }
  }

  /** Works on one row, and never throws. @param again reschedules the row after a failure */
  private async protect(
    { id, account }: LedgerCheckout,
    work: () => Promise<unknown>,
    again: (wasAsked: boolean) => Promise<void>
  ): Promise<void> {
    try {
      await this.accounts.execute(account, work)
      this.asked.add(id)
    } catch (error) {
      const isOwnFailure = wasAsked(error)
      if (!this.webCheckout.gateways.has(account)) {
        this.unaskable.set(account, "not_configured")
      } else if (failureOf(error).code === "gateway_unauthorized") {
        this.unaskable.set(account, "credentials_refused")
      }
      if (isOwnFailure) {
        logFailure(this.container, `checkout ${id} could not be reconciled`, error)
      } else {
        this.away.set(account, (this.away.get(account) ?? 0) + 1)
      }
      await again(isOwnFailure).catch((failure: unknown) => {
        logFailure(this.container, `checkout ${id} could not be scheduled`, failure)
      })
    }
  }
}
