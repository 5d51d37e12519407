/** A claim outlives the round, so that no other process takes the row meanwhile; a process that dies gives it back. */
export const CLAIM_MS = 120_000

/** How long a round takes rows, before the next begins. */
export const ROUND_MS = 50_000
