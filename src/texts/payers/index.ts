import type { PayMailKind } from "../../modules/web-checkout/rules/mail"
import type { PayLinkState } from "../../modules/web-checkout/rules/pay-link"
import ar from "./ar.json"
import en from "./en.json"

/** Languages of the pay page and of mails to payers. The first is the fallback. */
export const LANGUAGES = ["en", "ar"] as const

export type Language = (typeof LANGUAGES)[number]

/** The requested language if it is supported; otherwise the first of LANGUAGES. */
export function languageOf(wished: string | false | undefined): Language {
  return LANGUAGES.find((language) => language === wished) ?? LANGUAGES[0]
}

/** Each language must have every key of en.json. A new state or kind of mail without its texts is a type error. */
type Texts = typeof en & {
  page: { states: Record<Exclude<PayLinkState, "payable">, { title: string; text: string }> }
  mail: Record<"subject" | "ask", Record<PayMailKind, string>>
}

/** Texts of a pay link's page and mails. `locale` is a BCP 47 tag, `direction` ltr or rtl. */
export const PAYER_TEXTS: Record<Language, Texts> = { en, ar }

/** A text with its values, which stand in it as `{name}`. */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
}
