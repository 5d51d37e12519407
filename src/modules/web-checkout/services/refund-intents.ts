import { notAllowed } from "../errors"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import type { WebCheckoutOptions } from "../options"
import { workLostBefore } from "../rules/check-times"
import type { RefundIntent, RefundIntentStatus } from "../rules/ledger"
import { Table } from "../table"
import { CheckoutRows } from "./checkout-rows"

const REFUND = "webcheckout_refund"

type NewRefundIntent = Pick<RefundIntent, "ledger_id" | "kind" | "refund_id" | "amount" | "refunded_before">

/** What is about to be given back: committed before the call, so that a lost answer can be told from a call never made. */
export class RefundIntents {
  private readonly table: Table<RefundIntent>
  private readonly options: WebCheckoutOptions
  private readonly knex: Knex

  constructor(cradle: ModuleCradle) {
    this.table = new Table(cradle.webcheckoutRefundService, cradle.baseRepository)
    this.options = cradle.webCheckoutOptions
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
  }

  /** The refund of a row whose outcome is not known yet. */
  async findOpen(ledgerId: string): Promise<RefundIntent | undefined> {
    return this.table.first({ ledger_id: ledgerId, status: "open" })
  }

  /** The oldest refund of a row that the gateway may have made, or has made, and that Medusa does not show. */
  async findPending(ledgerId: string): Promise<RefundIntent | undefined> {
    return this.table.first({ ledger_id: ledgerId, status: ["open", "unclaimed"] }, { created_at: "ASC" })
  }

  /** Every refund of some rows that was sent, or was about to be. */
  async list(ledgerIds: string[]): Promise<RefundIntent[]> {
    return this.table.list({ ledger_id: ledgerIds }, { order: { created_at: "ASC" } })
  }

  /** Whether a refund of Medusa's was left to a person: the gateway has not made it. */
  async isReported(ledgerId: string): Promise<boolean> {
    return (await this.table.first({ ledger_id: ledgerId, status: "reported" })) !== undefined
  }

  /** Those of Medusa's refunds that are accounted for: made at the gateway, or told to a person. */
  async listAccounted(refundIds: string[]): Promise<Set<string>> {
    const accounted = await this.table.list({ refund_id: refundIds, status: ["done", "reported"] })
    return new Set(accounted.flatMap(({ refund_id }) => refund_id ?? []))
  }

  /** What the gateway has given back of a row for refunds of Medusa's, one amount each. What the plugin gave back by itself is none. */
  async listDoneAmounts(ledgerId: string): Promise<number[]> {
    const done = await this.table.list({ ledger_id: ledgerId, status: "done", kind: ["medusa", "outside"] })
    return done.map(({ amount }) => amount)
  }

  /**
   * Commits the intent to refund, before the call. One open intent per checkout, and one per refund of Medusa's, by unique indexes.
   *
   * @returns undefined where another process has meanwhile made this refund of Medusa's, or left it to a person
   * @throws MedusaError NOT_ALLOWED while another refund of the checkout is open
   */
  async open(intent: NewRefundIntent): Promise<RefundIntent | undefined> {
    try {
      return await this.table.create({ ...intent, status: "open" })
    } catch (error) {
      if (await this.findOpen(intent.ledger_id)) {
        throw notAllowed("Another refund of this payment is in progress. Try again in a minute.")
      }
      if (intent.refund_id !== null && (await this.listAccounted([intent.refund_id])).size > 0) {
        return undefined
      }
      throw error
    }
  }

  async close(id: string, status: Exclude<RefundIntentStatus, "open">): Promise<void> {
    await this.table.update({ id, status })
  }

  /** A refund of Medusa's turns out to be the one that the gateway has made. */
  async claim(intent: RefundIntent, refundId: string | null): Promise<void> {
    await this.table.update({ id: intent.id, refund_id: refundId, status: "done" })
  }

  /** Accounts for a refund that has no intent of its own. */
  async add(refund: NewRefundIntent & { status: "done" | "reported" | "unclaimed" }): Promise<void> {
    await this.table.create(refund)
  }

  /** The rows with a refund that nobody has closed for longer than a refund takes: its process has died, or its answer was lost. */
  async listRowsWithOpen(): Promise<string[]> {
    const rows = await this.knex(REFUND)
      .join(CheckoutRows.NAME, `${CheckoutRows.NAME}.id`, `${REFUND}.ledger_id`)
      .where({ [`${REFUND}.status`]: "open", environment: this.options.environment })
      .whereNull(`${REFUND}.deleted_at`)
      .where(`${REFUND}.created_at`, "<", workLostBefore(this.options.timeoutMs))
      .select<{ ledger_id: string }[]>("ledger_id")
    return rows.map(({ ledger_id }) => ledger_id)
  }
}
