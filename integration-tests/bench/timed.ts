const WARM_UP = 100
const CALLS = 300

/** How long a call takes, once it is warm; in milliseconds. */
export async function timed(call: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const taken: number[] = []
  for (let index = 0; index < WARM_UP + CALLS; index += 1) {
    const started = performance.now()
    await call()
    if (index >= WARM_UP) {
      taken.push(performance.now() - started)
    }
  }
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))]
  return { p50: at(0.5), p95: at(0.95) }
}
