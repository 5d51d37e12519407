import { metrics, type Attributes } from "@medusajs/framework/opentelemetry/api"
import type { FinishedCall } from "../../../gateway/transport"
import { OwnService } from "../own-service"
import type { WaitingRows } from "./due-checkouts"

/** In seconds. The SDK's default bounds are meant for milliseconds: every call would fall into the same bucket. */
const CALL_BOUNDS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** The ledger's figures, read at each collection. */
type LedgerFigures = Pick<WaitingRows, "due" | "oldest_unanswered_at"> & { openCases: number }

/**
 * OpenTelemetry meters, documented in docs/metrics.md. Without an SDK in the process, nothing is measured and the database is not queried.
 */
export class Meters extends OwnService {
  private readonly meter = metrics.getMeter("medusa-payment-webcheckout")
  private readonly duration = this.meter.createHistogram("webcheckout.gateway.call.duration", {
    description: "Calls to the payment service, with its answer read",
    unit: "s",
    advice: { explicitBucketBoundaries: CALL_BOUNDS_S },
  })
  private readonly unknownReturns = this.meter.createCounter("webcheckout.returns.unknown", {
    description: "Returns of shoppers with a token that the ledger does not know",
  })
  /** Stops observing. */
  close: () => void = () => undefined

  recordCall(account: string, { operation, outcome, durationMs }: FinishedCall): void {
    this.duration.record(durationMs / 1000, { operation, outcome, account, environment: this.environment })
  }

  /** Counts a return with a token that the ledger does not know: invented, expired and deleted, or lost by restoring a backup. */
  recordUnknownReturn(): void {
    this.unknownReturns.add(1, { environment: this.environment })
  }

  /** @param read called at each collection in each process; the figures are those of the whole store, not of the process */
  observe(read: () => Promise<LedgerFigures>): void {
    const openCases = this.meter.createObservableGauge("webcheckout.cases.open", {
      description: "Payments that need a person",
    })
    const due = this.meter.createObservableGauge("webcheckout.ledger.due", {
      description: "Ledger rows that are due and that the job has not checked yet",
    })
    const unanswered = this.meter.createObservableGauge("webcheckout.ledger.oldest_unanswered", {
      description: "How long ago the payment service last answered about the row that has had no answer for longest",
      unit: "s",
    })
    const attributes: Attributes = { environment: this.environment }
    const observed = [openCases, due, unanswered]
    const collect: Parameters<typeof this.meter.addBatchObservableCallback>[0] = async (result) => {
      const figures = await read()
      const since = figures.oldest_unanswered_at
      result.observe(openCases, figures.openCases, attributes)
      result.observe(due, figures.due, attributes)
      result.observe(unanswered, since === null ? 0 : (Date.now() - new Date(since).getTime()) / 1000, attributes)
    }
    this.meter.addBatchObservableCallback(collect, observed)
    this.close = () => this.meter.removeBatchObservableCallback(collect, observed)
  }
}
