import { DateTime } from "luxon"
import { escapeHtml } from "../../../gateway/text"
import { formatAmount } from "../../../gateway/money"
import type { PayMailKind } from "../../../modules/web-checkout/rules/mail"
import { fill, languageOf, PAYER_TEXTS, type Language } from "../../../texts/payers"

/** What a mail with a pay link's address says: the template's `data`, described in docs/pay-links.md. Amount in major units. */
export interface PayMailData {
  /** `sent` by a person, or because the order is paid later; or a `reminder`. */
  kind: PayMailKind
  /** The pay link's id. */
  id: string
  shop: string
  /** The number that people know the order by. */
  order_number: string
  /** What is to be paid, as decimal text. */
  amount: string
  /** Upper case. */
  currency_code: string
  /** The URL to pay at. It is not shown again, and is removed from Medusa's stored notification once the mail has gone out. */
  url: string
  note: string | null
  /** ISO 8601. */
  expires_at: string
  /** `en` or `ar`, by the order's locale. */
  language: Language
}

/** The language in which an order's customer is written to. @param locale a BCP 47 tag */
export function mailLanguage(locale: string | null | undefined): Language {
  return languageOf(locale?.toLowerCase().split(/[-_]/)[0])
}

/** The mail itself, for providers that need no template of their own. */
export function payMailContent(data: PayMailData, timeZone: string) {
  const texts = PAYER_TEXTS[data.language].mail
  const values = {
    shop: data.shop,
    number: data.order_number,
    amount: formatAmount(data.amount, data.currency_code),
    date: DateTime.fromISO(data.expires_at, { zone: timeZone })
      .setLocale(data.language)
      .toLocaleString({ ...DateTime.DATETIME_MED, timeZoneName: "short" }),
  }
  const before = [fill(texts.ask[data.kind], values), data.note ?? ""].filter(Boolean)
  const after = [fill(texts.expires, values), texts.secure]
  const address = escapeHtml(data.url)
  const paragraph = (text: string) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`
  return {
    subject: fill(texts.subject[data.kind], values).replace(/[\r\n]+/g, " "),
    text: [...before, `${texts.pay}\n${data.url}`, ...after].join("\n\n"),
    html: [
      `<div lang="${data.language}" dir="${PAYER_TEXTS[data.language].page.direction}">`,
      ...before.map(paragraph),
      `<p>${escapeHtml(texts.pay)}<br><a href="${address}" dir="ltr">${address}</a></p>`,
      ...after.map(paragraph),
      "</div>",
    ].join("\n"),
  }
}
