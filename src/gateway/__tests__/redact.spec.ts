import { redact } from "../redact"

describe("redact", () => {
  it.each([
    ["aisha@shop.example is blocked", "[email] is blocked"],
    ["phone +971 50 123 4567 is wrong", "phone [number] is wrong"],
    ["card 4242424242424242 declined", "card [number] declined"],
    ["key sk_live_1 is old", "key [secret] is old"],
    ["requestId has already been used", "requestId has already been used"],
  ])("writes %p as %p", (text, expected) => {
    expect(redact(text, ["sk_live_1", ""])).toBe(expected)
  })

  it("cuts long text", () => {
    expect(redact("no ".repeat(500)).length).toBeLessThanOrEqual(300)
  })
})
