import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { notAllowed } from "../../../modules/web-checkout/errors"
import { purchaseLease } from "../purchase-lock"

/** A lease that is held: what gives it back. */
export interface HeldLease {
  key: string
  holder: string
}

/**
 * Takes the lease on a purchase in PostgreSQL, which holds between processes whatever locking module they use. Given back
 * when a later step fails. @throws MedusaError NOT_ALLOWED when another run does not finish in time
 */
export const takeLeaseStep = createStep(
  "webcheckout-take-lease",
  async ({ key }: { key: string }, { container }) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    const holder = await webCheckout.leases.take(key, purchaseLease)
    if (holder === undefined) {
      throw notAllowed("Another process is recording this purchase. Try again in a moment.")
    }
    const lease: HeldLease = { key, holder }
    return new StepResponse(lease, lease)
  },
  async (lease, { container }) => {
    if (lease) {
      await container.resolve(WEB_CHECKOUT).leases.release(lease.key, lease.holder)
    }
  }
)

/** Gives the lease back. */
export const releaseLeaseStep = createStep(
  "webcheckout-release-lease",
  async ({ key, holder }: HeldLease, { container }) => {
    await container.resolve(WEB_CHECKOUT).leases.release(key, holder)
    return new StepResponse(undefined)
  }
)
