import type { AttentionReason } from "../../modules/web-checkout/rules/ledger"
import en from "../../texts/en.json"

/** What the server says of each reason; the admin shows the same, and in Arabic. */
export const CASE_TEXTS: Record<AttentionReason, { title: string; advice: string }> = en.webcheckout.cases
