import { OwnService } from "../own-service"
import { notAllowed } from "../errors"
import { workLostBefore } from "../rules/check-times"
import type { RefundIntent, RefundIntentStatus } from "../rules/ledger"
import { CheckoutRows } from "./checkout-rows"

const REFUND = "webcheckout_refund"

type NewRefundIntent = Pick<RefundIntent, "ledger_id" | "kind" | "refund_id" | "amount" | "refunded_before">

/** Intended refunds: committed before the call, so that a lost answer can be distinguished from a call that was never made. */
export class RefundIntents extends OwnService {
  private readonly table = this.tableOf<RefundIntent>("Refund")

  /** The row's refund whose outcome is not known yet. */
  async findOpen(ledgerId: string): Promise<RefundIntent | undefined> {
    return this.table.first({ ledger_id: ledgerId, status: "open" })
  }

  /** The row's oldest refund that the gateway has made, or may have made, and that is not assigned to a refund in Medusa. */
  async findPending(ledgerId: string): Promise<RefundIntent | undefined> {
    return this.table.first({ ledger_id: ledgerId, status: ["open", "unclaimed"] }, { created_at: "ASC" })
  }

  /** All refunds of these rows, the oldest first, including those that were never sent. */
  async list(ledgerIds: string[]): Promise<RefundIntent[]> {
    return this.table.list({ ledger_id: ledgerIds }, { order: { created_at: "ASC" } })
  }

  /** Whether a person was notified of a refund in Medusa that the gateway has not made. */
  async isReported(ledgerId: string): Promise<boolean> {
    return (await this.table.first({ ledger_id: ledgerId, status: "reported" })) !== undefined
  }

  /** Filters Medusa's refunds: returns those that were made at the gateway or reported to a person. */
  async listAccounted(refundIds: string[]): Promise<Set<string>> {
    const accounted = await this.table.list({ refund_id: refundIds, status: ["done", "reported"] })
    return new Set(accounted.flatMap(({ refund_id }) => refund_id ?? []))
  }

  /**
   * The amounts of a row's refunds in Medusa that the gateway has made, or that a person was asked to make. Excludes refunds that the plugin
   * started itself.
   */
  async listAccountedAmounts(ledgerId: string): Promise<number[]> {
    const kind = ["medusa", "outside"]
    const accounted = await this.table.list({ ledger_id: ledgerId, status: ["done", "reported"], kind })
    return accounted.map(({ amount }) => amount)
  }

  /**
   * Commits the intent to refund, before the call. Unique indexes allow one open intent per checkout, and one per refund in Medusa.
   *
   * @returns undefined if another process has meanwhile made this refund, or reported it to a person
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

  /** Changes an intent's status, unless another process has changed it since it was read. */
  async close({ id, status: known }: RefundIntent, status: Exclude<RefundIntentStatus, "open">): Promise<void> {
    await this.knex(REFUND).where({ id, status: known }).update({ status, updated_at: new Date() })
  }

  /** Assigns a refund that the gateway has made to a refund in Medusa. */
  async claim(intent: RefundIntent, refundId: string | null): Promise<void> {
    const claimed = { refund_id: refundId, status: "done", updated_at: new Date() }
    await this.knex(REFUND).where({ id: intent.id }).update(claimed)
  }

  /** Records a refund that was not sent by this plugin, and so has no intent. */
  async add(refund: NewRefundIntent & { status: "done" | "reported" | "unclaimed" }): Promise<void> {
    await this.table.create(refund)
  }

  /** The rows with a refund that is open for longer than a refund takes: its process has died, or its answer was lost. */
  async listRowsWithOpen(): Promise<string[]> {
    return this.knex(REFUND)
      .join(CheckoutRows.NAME, `${CheckoutRows.NAME}.id`, `${REFUND}.ledger_id`)
      .where({ [`${REFUND}.status`]: "open", environment: this.options.environment })
      .whereNull(`${REFUND}.deleted_at`)
      .where(`${REFUND}.created_at`, "<", workLostBefore(this.options.timeoutMs))
      .pluck<string[]>("ledger_id")
  }
}
