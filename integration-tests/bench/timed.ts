import { percentile } from "./rounds"

const WARM_UP = 50
const CALLS = 300

type Call = () => Promise<unknown>

/** A call and what it is compared with, one after the other: a machine that slows down slows down both. */
async function inTurns(sides: Call[]): Promise<{ p50: number; p95: number }[]> {
  const taken: number[][] = sides.map(() => [])
  for (let round = 0; round < WARM_UP + CALLS; round += 1) {
    for (const [side, call] of sides.entries()) {
      const started = performance.now()
      await call()
      if (round >= WARM_UP) {
        taken[side].push(performance.now() - started)
      }
    }
  }
  return taken.map((times) => ({ p50: percentile(times, 0.5), p95: percentile(times, 0.95) }))
}

/** The table of calls over HTTP, each beside the yardstick. */
export async function printBeside(title: string, yardstick: Call, calls: [name: string, Call][]): Promise<void> {
  console.log(`| ${title} | p50 ms | p95 ms | yardstick p50 | p95 | p50, yardstick = 1 |\n|---|---|---|---|---|---|`)
  for (const [name, call] of calls) {
    const [beside, taken] = await inTurns([yardstick, call])
    const numbers = [taken.p50, taken.p95, beside.p50, beside.p95, taken.p50 / beside.p50]
    console.log(`| ${[name, ...numbers.map((number) => number.toFixed(1))].join(" | ")} |`)
  }
  console.log("")
}
