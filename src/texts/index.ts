import type { CheckoutStatus } from "../gateway/statuses"
import type { NoCaseRefund } from "../modules/web-checkout/rules/case-actions"
import type { AttentionReason } from "../modules/web-checkout/rules/case-reasons"
import type { LedgerStatus } from "../modules/web-checkout/rules/ledger"
import type { PayMailKind } from "../modules/web-checkout/rules/mail"
import type { PayLinkState } from "../modules/web-checkout/rules/pay-link"
import type { SubscriptionAttention } from "../modules/web-checkout/subscription"
import type { Check, FindingCode } from "../workflows/doctor/diagnosis"
import ar from "./ar.json"
import en from "./en.json"

/** The languages of the admin, of the page of a pay link and of the mails to payers. The first is used for any other language. */
export const LANGUAGES = ["en", "ar"] as const

export type Language = (typeof LANGUAGES)[number]

/** Each language must have every key of en.json. A new reason, status, finding, state or kind of mail without its texts is a type error. */
type Texts = typeof en & {
  webcheckout: {
    cases: Record<AttentionReason, { title: string; advice: string }>
    gatewayStatus: Record<CheckoutStatus, string>
    payments: { ledgerStatus: Record<LedgerStatus, string>; noRefund: Record<NoCaseRefund | "documented", string> }
    subscriptions: Record<SubscriptionAttention, { title: string; text: string }>
    payLinks: { states: Record<PayLinkState, string> }
    setup: {
      checks: Record<Check, string>
      findings: Record<Exclude<FindingCode, "ok">, { what: string; mend: string }>
    }
  }
  payPage: { states: Record<Exclude<PayLinkState, "payable">, { title: string; text: string }> }
  payMail: Record<"subject" | "ask", Record<PayMailKind, string>>
}

/** `webcheckout`: the admin, and messages to the shop. `payPage` and `payMail`: for payers; `locale` is a BCP 47 tag, `direction` ltr or rtl. */
export const TEXTS: Record<Language, Texts> = { en, ar }
