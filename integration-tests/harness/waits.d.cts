export declare const WAITS: {
  "workflows/checkout/settle-once": { SETTLE_AGAIN_AFTER_MS: number }
}
