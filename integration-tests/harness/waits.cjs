/**
 * What the tests' stores wait for, in milliseconds, in place of production's values: by compiled module and exported
 * constant. short-waits.cjs puts them in place.
 */
module.exports = {
  WAITS: {
    // The least time between two calls about one checkout.
    "modules/web-checkout/services/checkouts": { ASK_AGAIN_AFTER_MS: 300 },
    // How long a completion waits for another process that has the purchase's lease.
    "workflows/checkout/purchase-lock": { purchaseLease: { waitMs: 6_000, ttlMs: 30_000 } },
    // How long a change of a cart waits for the gateway.
    "workflows/checkout/find-paid": { DEADLINE_MS: 500 },
    // How long the job waits for a notification provider.
    "workflows/medusa/notifications": { LONGEST_SEND_MS: 3_000 },
  },
}
