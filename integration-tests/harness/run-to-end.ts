/** What is to be undone when the program ends, last begun first. */
const toUndo: (() => unknown)[] = []

/** Undoes this when the program ends: well, with an error, or by a signal. */
export function atEnd(undo: () => unknown): void {
  toUndo.push(undo)
}

/** Runs a program, undoes what it began, and ends the process: with 1 after an error, whose words are printed. */
export function runToEnd(main: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      console.log("\nStopping …")
      void endWith(1)
    })
  }
  void main().then(
    () => endWith(0),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return endWith(1)
    }
  )
}

async function endWith(code: number): Promise<void> {
  for (const undo of toUndo.splice(0).reverse()) {
    try {
      await undo()
    } catch (error) {
      console.error(error)
    }
  }
  // The embedded PostgreSQL has an exit hook of its own: the code is given explicitly, so that it stands.
  process.exit(code)
}
