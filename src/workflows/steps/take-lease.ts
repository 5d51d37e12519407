import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

interface Lease {
  key: string
  holder: string
}

/** How long a settle may wait for another; one that died keeps the others out for a few calls and a completion. */
const WAIT_MS = 30_000
const TIMEOUTS_TO_LIVE = 3
const COMPLETION_MS = 10_000

/**
 * Takes the lease on a purchase in PostgreSQL, which holds between processes whatever locking module they use. Given back
 * when a later step fails. @throws MedusaError CONFLICT when another run does not finish in time
 */
export const takeLeaseStep = createStep(
  "webcheckout-take-lease",
  async ({ key }: { key: string }, { container }) => {
    const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const ttlMs = TIMEOUTS_TO_LIVE * ledger.options.timeoutMs + COMPLETION_MS
    const holder = await ledger.takeLease(key, { waitMs: WAIT_MS, ttlMs })
    if (holder === undefined) {
      throw new MedusaError(MedusaError.Types.CONFLICT, "This purchase is being settled by another process.")
    }
    const lease: Lease = { key, holder }
    return new StepResponse(lease, lease)
  },
  async (lease, { container }) => {
    if (lease) {
      await container.resolve<WebCheckoutService>(WEB_CHECKOUT).releaseLease(lease.key, lease.holder)
    }
  }
)

/** Gives the lease back. */
export const releaseLeaseStep = createStep(
  "webcheckout-release-lease",
  async ({ key, holder }: Lease, { container }) => {
    await container.resolve<WebCheckoutService>(WEB_CHECKOUT).releaseLease(key, holder)
    return new StepResponse(undefined)
  }
)
