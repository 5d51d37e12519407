/** How long a round takes rows, before the next begins. */
export const ROUND_MS = 50_000
