/** Says what is going on and how long it took. */
export async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = Date.now()
  process.stdout.write(`${name} … `)
  try {
    const result = await work()
    process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stdout.write("failed\n")
    throw error
  }
}

/** What a step came to. */
export function say(text: string): void {
  console.log(`  ${text}`)
}
