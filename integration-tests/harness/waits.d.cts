export declare const WAITS: {
  "modules/web-checkout/services/checkouts": { ASK_AGAIN_AFTER_MS: number }
  "workflows/checkout/purchase-lock": { purchaseLease: { waitMs: number; ttlMs: number } }
  "workflows/checkout/find-paid": { DEADLINE_MS: number }
  "workflows/medusa/notifications": { LONGEST_SEND_MS: number }
}
