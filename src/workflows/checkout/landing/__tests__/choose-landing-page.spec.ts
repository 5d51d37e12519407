import { landingUrl } from "../choose-landing-page"

const PATHS = {
  success: "/{country_code}/order/{order_id}/confirmed",
  failure: "/{country_code}/checkout?status={status}",
  pending: "/wait?cart={cart_id}&status={status}",
}

const land = (url: string, ...rest: Parameters<typeof landingUrl> extends [unknown, ...infer Rest] ? Rest : never) =>
  landingUrl({ url, paths: PATHS }, ...rest)

describe("landingUrl", () => {
  it.each([
    ["paid", "https://shop.example/ae/order/order_1/confirmed"],
    ["pending", "https://shop.example/wait?cart=cart_1&status=pending"],
    ["review", "https://shop.example/wait?cart=cart_1&status=review"],
    ["failed", "https://shop.example/ae/checkout?status=failed"],
    ["cancelled", "https://shop.example/ae/checkout?status=cancelled"],
    ["expired", "https://shop.example/ae/checkout?status=expired"],
    ["refunded", "https://shop.example/ae/checkout?status=refunded"],
  ] as const)("sends a %s checkout to %s", (outcome, expected) => {
    expect(land("https://shop.example", outcome, { country_code: "ae", order_id: "order_1", cart_id: "cart_1" })).toBe(
      expected
    )
  })

  it("keeps the path of a storefront's URL", () => {
    expect(land("https://shop.example/store/", "paid", { country_code: "ae", order_id: "o" })).toBe(
      "https://shop.example/store/ae/order/o/confirmed"
    )
  })

  it.each(["/evil.example", "../..", "@evil.example", "\\evil.example", "https://evil.example"])(
    "stays at home when a value is %p",
    (value) => {
      expect(new URL(land("https://shop.example", "paid", { country_code: value, order_id: value })).origin).toBe(
        "https://shop.example"
      )
    }
  )
})
