import type { CheckoutStatus } from "../../gateway/statuses"
import type { NoCaseRefund } from "../../modules/web-checkout/rules/case-actions"
import type { AttentionReason } from "../../modules/web-checkout/rules/case-reasons"
import type { LedgerStatus } from "../../modules/web-checkout/rules/ledger"
import type { PayLinkState } from "../../modules/web-checkout/rules/pay-link"
import type { SubscriptionAttention } from "../../modules/web-checkout/subscription"
import ar from "../../texts/ar.json"
import en from "../../texts/en.json"
import type { Check, FindingCode } from "../../workflows/doctor/findings"

/** Each language must have every key of en.json. A new reason, status, finding or state without its texts is a type error. */
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
}

const texts: Record<"en" | "ar", Texts> = { en, ar }

export default { en: { translation: texts.en }, ar: { translation: texts.ar } }
