const WARM_UP = 50
const CALLS = 300

export interface Timed {
  p50: number
  p95: number
}

type Call = () => Promise<unknown>

/** How long a call takes, once it is warm; in milliseconds. @param before done before each call, untimed */
export async function timed(call: Call, before?: Call): Promise<Timed> {
  const [taken] = await inTurns([{ call, before }])
  return taken
}

/** The same for a call and what it is compared with, one after the other: a machine that slows down slows down both. */
export async function timedBeside(yardstick: Call, call: Call, before?: Call): Promise<{ call: Timed; beside: Timed }> {
  const [beside, taken] = await inTurns([{ call: yardstick }, { call, before }])
  return { call: taken, beside }
}

async function inTurns(sides: { call: Call; before?: Call }[]): Promise<Timed[]> {
  const taken: number[][] = sides.map(() => [])
  for (let round = 0; round < WARM_UP + CALLS; round += 1) {
    for (const [side, { call, before }] of sides.entries()) {
      await before?.()
      const started = performance.now()
      await call()
      if (round >= WARM_UP) {
        taken[side].push(performance.now() - started)
      }
    }
  }
  return taken.map((times) => {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
    return { p50: at(0.5), p95: at(0.95) }
  })
}

/** The table of calls over HTTP, each beside the yardstick. */
export async function printBeside(
  title: string,
  yardstick: Call,
  calls: [name: string, Call, before?: Call][]
): Promise<void> {
  console.log(`| ${title} | p50 ms | p95 ms | yardstick p50 | p95 | p50, yardstick = 1 |\n|---|---|---|---|---|---|`)
  for (const [name, call, before] of calls) {
    const { call: taken, beside } = await timedBeside(yardstick, call, before)
    const numbers = [taken.p50, taken.p95, beside.p50, beside.p95, taken.p50 / beside.p50]
    console.log(`| ${[name, ...numbers.map((number) => number.toFixed(1))].join(" | ")} |`)
  }
  console.log("")
}
