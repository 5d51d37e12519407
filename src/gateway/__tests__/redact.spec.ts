import { redact } from "../redact"

describe("redact", () => {
  it.each([
    ["aisha@shop.example is blocked", "[email] is blocked"],
    ["phone +971 50 123 4567 is wrong", "phone [number] is wrong"],
    ["card 4242424242424242 declined", "card [number] declined"],
    ["phone +٩٧١ ٥٠ ١٢٣ ٤٥٦٧ is wrong", "phone [number] is wrong"],
    ["card ４２４２４２４２４２４２４２４２ declined", "card [number] declined"],
    ["aisha＠shop.example is blocked", "[email] is blocked"],
    ["aisha٩٧@shop.example is blocked", "[email] is blocked"],
    ["key sk_live_1 is old", "key [secret] is old"],
    ["requestId has already been used", "requestId has already been used"],
  ])("writes %p as %p", (text, expected) => {
    expect(redact(text, ["sk_live_1", ""])).toBe(expected)
  })

  it("runs no pattern over 300 kB, which would block a store for a minute", () => {
    expect(redact("a".repeat(300_000))).toBe("[long text]")
    expect(redact("a@".repeat(150_000))).toBe("[long text]")
    expect(redact(`no ${"a".repeat(300_000)}`)).toBe("no")
  })

  it("leaves no part of an address or a key where it cuts", () => {
    // Digits shrink to one word, so that what stands at the cut would be shown.
    const address = `${"1".repeat(1990)} aisha@shop.example is blocked`
    expect(redact(address)).toBe("[number]")
    const key = `${"1".repeat(1995)} sk_live_1 is old`
    expect(redact(key, ["sk_live_1"])).not.toContain("sk_live")
    expect(redact("x ".repeat(148) + "😀😀😀").isWellFormed()).toBe(true)
  })

  it("cuts long text", () => {
    expect(redact("no ".repeat(500)).length).toBeLessThanOrEqual(300)
  })
})
