import { Turns } from "../turns"

const PAUSE_MS = 60_000

// Jest's clock does not reach this module of Node's; the global function it does.
jest.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}))
beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** Turns of work that ends when it is told to. */
function begin() {
  const turns = new Turns<number>(() => PAUSE_MS)
  const begun: { at: number; end: (result: number) => void; fail: (error: Error) => void }[] = []
  const work = () => new Promise<number>((end, fail) => begun.push({ at: performance.now(), end, fail }))
  const untilBegun = async (count: number) => {
    while (begun.length < count) {
      await jest.advanceTimersByTimeAsync(1000)
    }
  }
  return { turns, begun, work, untilBegun }
}

describe("turns", () => {
  it("share one turn between simultaneous callers", async () => {
    const { turns, begun, work, untilBegun } = begin()
    const all = Promise.all([turns.next("a", work), turns.next("a", work), turns.join("a", work)])
    await untilBegun(1)
    begun[0].end(7)
    expect(await all).toEqual([7, 7, 7])
    expect(begun).toHaveLength(1)
  })

  it("share the running turn with callers of join, and start a new one after the pause for callers of next", async () => {
    const { turns, begun, work, untilBegun } = begin()
    const first = turns.next("a", work)
    await untilBegun(1)
    const joined = turns.join("a", work)
    const next = Promise.all([turns.next("a", work), turns.next("a", work)])
    begun[0].end(1)
    expect(await Promise.all([first, joined])).toEqual([1, 1])
    await untilBegun(2)
    begun[1].end(2)
    expect(await next).toEqual([2, 2])
    expect(begun[1].at - begun[0].at).toBe(PAUSE_MS)
  })

  it("are separate for each key, and continue after a failure", async () => {
    const { turns, begun, work, untilBegun } = begin()
    const failing = turns.next("a", work)
    const other = turns.next("b", work)
    await untilBegun(2)
    const next = turns.next("a", work)
    begun[0].fail(new Error("no answer"))
    begun[1].end(2)
    await expect(failing).rejects.toThrow("no answer")
    expect(await other).toBe(2)
    await untilBegun(3)
    begun[2].end(3)
    expect(await next).toBe(3)
  })
})
