/** How long a run waits for another on the same purchase, and how long one that died keeps it; in seconds. */
export const purchaseLock = { timeout: 30, ttl: 120 }
