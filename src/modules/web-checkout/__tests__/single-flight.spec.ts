import { SingleFlight } from "../single-flight"

const PAUSE_MS = 60_000

// Jest's clock does not reach this module of Node's; the global function it does.
jest.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}))
beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** Work that the test ends. */
function begin() {
  const flight = new SingleFlight<number>(() => PAUSE_MS)
  const begun: { at: number; end: (result: number) => void; fail: (error: Error) => void }[] = []
  const work = () => new Promise<number>((end, fail) => begun.push({ at: performance.now(), end, fail }))
  const untilBegun = async (count: number) => {
    while (begun.length < count) {
      await jest.advanceTimersByTimeAsync(1000)
    }
  }
  return { flight, begun, work, untilBegun }
}

describe("single flight", () => {
  it("shares one run between simultaneous callers", async () => {
    const { flight, begun, work, untilBegun } = begin()
    const all = Promise.all([flight.next("a", work), flight.next("a", work), flight.join("a", work)])
    await untilBegun(1)
    begun[0].end(7)
    expect(await all).toEqual([7, 7, 7])
    expect(begun).toHaveLength(1)
  })

  it("shares the run under way with callers of join, and starts a new one after the pause for callers of next", async () => {
    const { flight, begun, work, untilBegun } = begin()
    const first = flight.next("a", work)
    await untilBegun(1)
    const joined = flight.join("a", work)
    const next = Promise.all([flight.next("a", work), flight.next("a", work)])
    begun[0].end(1)
    expect(await Promise.all([first, joined])).toEqual([1, 1])
    await untilBegun(2)
    begun[1].end(2)
    expect(await next).toEqual([2, 2])
    expect(begun[1].at - begun[0].at).toBe(PAUSE_MS)
  })

  it("is separate for each key, and continues after a failure", async () => {
    const { flight, begun, work, untilBegun } = begin()
    const failing = flight.next("a", work)
    const other = flight.next("b", work)
    await untilBegun(2)
    const next = flight.next("a", work)
    begun[0].fail(new Error("no answer"))
    begun[1].end(2)
    await expect(failing).rejects.toThrow("no answer")
    expect(await other).toBe(2)
    await untilBegun(3)
    begun[2].end(3)
    expect(await next).toBe(3)
  })
})
