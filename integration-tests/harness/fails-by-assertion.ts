/**
 * For `it.failing`, which takes any error for the failure that is wanted: only a failed assertion is one. What cannot even be tried (a
 * refused option, an endless wait) ends the test well, which `it.failing` reports.
 */
export function failsByAssertion(test: () => Promise<void>): () => Promise<void> {
  return async () => {
    try {
      await test()
    } catch (error) {
      if (error instanceof Error && "matcherResult" in error) {
        throw error
      }
      console.error("This test failed before its assertion:", error)
    }
  }
}
