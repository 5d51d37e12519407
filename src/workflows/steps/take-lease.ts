import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

interface Lease {
  key: string
  holder: string
}

/** How long a settle may wait for another; one that died keeps the others out for this long, one that lives prolongs it. */
export const LEASE_WAIT_MS = 30_000
export const LEASE_LIFE_MS = 30_000

/**
 * Takes the lease on a purchase in PostgreSQL, which holds between processes whatever locking module they use. Given back
 * when a later step fails. @throws MedusaError CONFLICT when another run does not finish in time
 */
export const takeLeaseStep = createStep(
  "webcheckout-take-lease",
  async ({ key }: { key: string }, { container }) => {
    const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const holder = await ledger.leases.take(key, { waitMs: LEASE_WAIT_MS, ttlMs: LEASE_LIFE_MS })
    if (holder === undefined) {
      throw new MedusaError(MedusaError.Types.CONFLICT, "This purchase is being settled by another process.")
    }
    const lease: Lease = { key, holder }
    return new StepResponse(lease, lease)
  },
  async (lease, { container }) => {
    if (lease) {
      await container.resolve<WebCheckoutService>(WEB_CHECKOUT).leases.release(lease.key, lease.holder)
    }
  }
)

/** Gives the lease back. */
export const releaseLeaseStep = createStep(
  "webcheckout-release-lease",
  async ({ key, holder }: Lease, { container }) => {
    await container.resolve<WebCheckoutService>(WEB_CHECKOUT).leases.release(key, holder)
    return new StepResponse(undefined)
  }
)
