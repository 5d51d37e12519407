import { DateTime } from "luxon"
import { escapeHtml } from "../../../gateway/text"
import { formatAmount } from "../../../gateway/money"
import type { PayMailKind } from "../../../modules/web-checkout/rules/mail"
import type { MailContent } from "../../notice/notice-text"

/** The mails' languages. The first is used for orders in any other language. */
export const MAIL_LANGUAGES = ["en", "ar"] as const

export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

/** What a mail with a pay link's address says: the template's `data`. Shown in the README. Amount in major units. */
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
  language: MailLanguage
}

interface Texts {
  subject: Record<PayMailKind, string>
  ask: Record<PayMailKind, string>
  pay: string
  expires: string
  secure: string
}

const TEXTS: Record<MailLanguage, Texts> = {
  en: {
    subject: { sent: "{shop}: pay for order #{number}", reminder: "{shop}: order #{number} is not paid yet" },
    ask: {
      sent: "Please pay {amount} for your order #{number}.",
      reminder: "{amount} is still unpaid for your order #{number}. If you have just paid, please ignore this email.",
    },
    pay: "Pay here:",
    expires: "The link can be used until {date}.",
    secure: "Anyone who has this link can see the order's items and pay for it.",
  },
  ar: {
    subject: { sent: "{shop}: ادفع قيمة الطلب رقم {number}", reminder: "{shop}: لم يُدفع الطلب رقم {number} بعد" },
    ask: {
      sent: "المبلغ المطلوب لطلبك رقم {number} هو {amount}.",
      reminder: "ما زال مبلغ {amount} مطلوبًا لطلبك رقم {number}. إن كنت قد دفعت للتو فتجاهل هذه الرسالة.",
    },
    pay: "ادفع هنا:",
    expires: "يمكن استخدام الرابط حتى {date}.",
    secure: "كل من لديه هذا الرابط يمكنه رؤية بنود الطلب ودفع قيمته.",
  },
}

/** The language in which an order's customer is written to. @param locale a BCP 47 tag */
export function mailLanguage(locale: string | null | undefined): MailLanguage {
  const wished = locale?.toLowerCase().split(/[-_]/)[0]
  return MAIL_LANGUAGES.find((language) => language === wished) ?? MAIL_LANGUAGES[0]
}

/** The mail itself, for providers that need no template of their own. */
export function payMailContent(data: PayMailData, timeZone: string): MailContent {
  const texts = TEXTS[data.language]
  const fill = (text: string) =>
    text
      .replace("{shop}", () => data.shop)
      .replace("{number}", () => data.order_number)
      .replace("{amount}", () => formatAmount(data.amount, data.currency_code))
  const expires = texts.expires.replace("{date}", () =>
    DateTime.fromISO(data.expires_at, { zone: timeZone })
      .setLocale(data.language)
      .toLocaleString({ ...DateTime.DATETIME_MED, timeZoneName: "short" })
  )
  const before = [fill(texts.ask[data.kind]), data.note ?? ""].filter(Boolean)
  const after = [expires, texts.secure]
  const address = escapeHtml(data.url)
  const paragraph = (text: string) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`
  return {
    subject: fill(texts.subject[data.kind]).replace(/[\r\n]+/g, " "),
    text: [...before, `${texts.pay}\n${data.url}`, ...after].join("\n\n"),
    html: [
      `<div lang="${data.language}" dir="${data.language === "ar" ? "rtl" : "ltr"}">`,
      ...before.map(paragraph),
      `<p>${escapeHtml(texts.pay)}<br><a href="${address}" dir="ltr">${address}</a></p>`,
      ...after.map(paragraph),
      "</div>",
    ].join("\n"),
  }
}
