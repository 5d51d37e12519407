import { NO_REFUND_WORDS } from "../../modules/web-checkout/rules/case-refund"
import { ATTENTION_ADVICE, ATTENTION_TITLE } from "../../modules/web-checkout/rules/cases"
import { ATTENTION_REASONS } from "../../modules/web-checkout/rules/ledger"
import { SUBSCRIPTION_ATTENTION_WORDS } from "../../modules/web-checkout/subscription"
import { FINDINGS } from "../../workflows/doctor/diagnosis"
import ar from "./json/ar.json"
import en from "./json/en.json"

/** What the server says too stands once: with the rule that it belongs to. */
const english = {
  webcheckout: {
    ...en.webcheckout,
    cases: Object.fromEntries(
      ATTENTION_REASONS.map((reason) => [reason, { title: ATTENTION_TITLE[reason], advice: ATTENTION_ADVICE[reason] }])
    ),
    payments: { ...en.webcheckout.payments, noRefund: NO_REFUND_WORDS },
    subscriptions: {
      ...en.webcheckout.subscriptions,
      customerDeleted: {
        ...en.webcheckout.subscriptions.customerDeleted,
        title: SUBSCRIPTION_ATTENTION_WORDS.customer_deleted.title,
        text: SUBSCRIPTION_ATTENTION_WORDS.customer_deleted.advice,
      },
    },
    setup: {
      ...en.webcheckout.setup,
      findings: Object.fromEntries(
        Object.entries(FINDINGS).flatMap(([code, { what, mend }]) => (mend === null ? [] : [[code, { what, mend }]]))
      ),
    },
  },
}

export default { en: { translation: english }, ar: { translation: ar } }
