import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

interface Lease {
  key: string
  holder: string
}

/** How long a settle may wait for another, and how long one that died keeps the others out. */
const WAIT_MS = 30_000
const TTL_MS = 120_000

/**
 * Takes the lease on a purchase in PostgreSQL, which holds between processes whatever locking module they use. Given back
 * when a later step fails. @throws MedusaError CONFLICT when another run does not finish in time
 */
export const takeLeaseStep = createStep(
  "webcheckout-take-lease",
  async ({ key }: { key: string }, { container }) => {
    const holder = await container
      .resolve<WebCheckoutService>(WEB_CHECKOUT)
      .takeLease(key, { waitMs: WAIT_MS, ttlMs: TTL_MS })
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
