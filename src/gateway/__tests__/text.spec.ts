import { cutText } from "../text"

describe("cutText", () => {
  it.each([
    ["short", 10, "short"],
    ["exactly", 7, "exactly"],
    ["a long one", 6, "a long"],
    ["ab😀", 3, "ab"],
    ["ab😀", 4, "ab😀"],
    ["half \ud83d", 20, "half \ufffd"],
  ])("cuts %p at %i to %p", (text, length, expected) => {
    expect(cutText(text, length)).toBe(expected)
  })
})
