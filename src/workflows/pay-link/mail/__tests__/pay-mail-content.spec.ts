import { mailLanguage, payMailContent, type PayMailData } from "../pay-mail-content"

const data = (changes: Partial<PayMailData> = {}): PayMailData => ({
  kind: "sent",
  id: "wpl_1",
  shop: "Majlis Coffee",
  order_number: "12",
  amount: "49.875",
  currency_code: "AED",
  url: "https://api.shop.example/webcheckout/pay/0",
  note: null,
  expires_at: "2026-11-20T08:00:00.000Z",
  language: "en",
  ...changes,
})

describe("the mail with a pay link", () => {
  it("names the amount, the order and the URL", () => {
    const { subject, text, html } = payMailContent(data({ note: "See <you>" }), "Asia/Dubai")
    expect(subject).toBe("Majlis Coffee: pay for order #12")
    expect(text).toContain(
      "Please pay 49.88 AED for your order #12.\n\nSee <you>\n\nPay here:\nhttps://api.shop.example/"
    )
    expect(html).toContain("See &#60;you&#62;")
  })

  it("names the date until which the link is valid, in the shop's time zone", () => {
    const { text } = payMailContent(data({ expires_at: "2026-12-01T20:30:00.000Z" }), "Asia/Dubai")
    expect(text).toMatch(/The link can be used until Dec 2, 2026, 12:30.AM GMT\+4\./)
  })

  it("has a different text as a reminder", () => {
    const { subject, text } = payMailContent(data({ kind: "reminder" }), "UTC")
    expect(subject).toBe("Majlis Coffee: order #12 is not paid yet")
    expect(text).toContain("If you have just paid, please ignore this email.")
  })

  it("is written in Arabic from right to left", () => {
    const { subject, html } = payMailContent(data({ language: "ar" }), "UTC")
    expect(subject).toContain("ادفع قيمة الطلب رقم 12")
    expect(html).toContain('lang="ar" dir="rtl"')
  })

  it("has a subject of one line with any name of the shop", () => {
    expect(payMailContent(data({ shop: "A\r\nBcc: b@c.example" }), "UTC").subject).toBe(
      "A Bcc: b@c.example: pay for order #12"
    )
  })

  it.each([
    ["ar-AE", "ar"],
    ["ar_EG", "ar"],
    ["AR", "ar"],
    ["en-GB", "en"],
    ["fr", "en"],
    [null, "en"],
    [undefined, "en"],
  ])("goes by the order's locale: %s", (locale, language) => {
    expect(mailLanguage(locale)).toBe(language)
  })
})
