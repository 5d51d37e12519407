/** What a failure says to the person who sees it. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
