/** Does something. @returns how long it took, in milliseconds, and what came of it */
export async function timed<Result>(work: () => Promise<Result>): Promise<[ms: number, Result]> {
  const started = performance.now()
  const result = await work()
  return [performance.now() - started, result]
}

/** The middle one, and of an even number the later of the two. */
export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/** What such a share of the values does not exceed. @param share e.g. 0.95 */
export function percentile(values: number[], share: number): number {
  return sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}

/** The slowest and the fastest; from ten on without a tenth of each: what a machine that is disturbed for a moment says is not said of the code. */
export function spread(values: number[]): [number, number] {
  const all = sorted(values)
  const tenth = Math.floor(all.length / 10)
  return [all[tenth] ?? 0, all[all.length - 1 - tenth] ?? 0]
}

function sorted(values: number[]): number[] {
  return values.toSorted((a, b) => a - b)
}

/** All of them, so many at a time. */
export async function allAtOnce<Item>(
  concurrency: number,
  items: Item[],
  work: (item: Item) => Promise<unknown>
): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
