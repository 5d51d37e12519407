import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { unrecordedRefund } from "../../modules/web-checkout/rules/books"
import { refundOfCase } from "../../modules/web-checkout/rules/case-refund"
import { seenAs, withCase, type CaseRow } from "../../modules/web-checkout/rules/cases"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { booksOfRow } from "../../modules/web-checkout/rules/refunded"
import { CASE_TEXTS } from "../notice/case-texts"
import { readCaseBooks } from "../refund/read-case-books"

/** The cases of a row as the admin shows them; what concerns the first open one also stands beside the row's `attention`. */
export async function describeCases(container: MedusaContainer, row: LedgerCheckout) {
  const all = await container.resolve(WEB_CHECKOUT).cases.listOf(row.id)
  const open = all.filter(({ closed_at }) => closed_at === null)
  const shown = await describeOpen(container, row, open)
  const [first] = shown
  return {
    case: first?.case ?? null,
    advice: first?.advice ?? null,
    refund: first?.refund ?? null,
    unrecorded_refund: first?.unrecorded_refund ?? null,
    /** The open ones, then those that are over, each the oldest first. */
    cases: [...shown, ...all.filter(({ closed_at }) => closed_at !== null).map(describeOver)],
  }
}

/** What it is about, what the gateway had said, and how it ended. */
function describe({ id, reason, said, opened_at, told_at, closed_at, closed_by, note }: CaseRow) {
  return { id, attention: reason, said, opened_at, told_at, closed_at, closed_by, note }
}

function describeOver(over: CaseRow) {
  return { ...describe(over), case: null, advice: null, refund: null, unrecorded_refund: null }
}

/** The open cases: how each is named, what to do, what of its money can be given back, and what went back unseen. */
async function describeOpen(container: MedusaContainer, row: LedgerCheckout, open: CaseRow[]) {
  if (open.length === 0) {
    return []
  }
  const gateway = booksOfRow(row)
  const medusa = await readCaseBooks(row, container)
  const { extendedApi } = container.resolve(WEB_CHECKOUT).options
  const unrecorded = unrecordedRefund(gateway, medusa.payment?.refunded ?? 0) ?? null
  return open.map((one) => ({
    ...describe(one),
    /** Names the case as it stands, for whoever closes it. */
    case: seenAs(withCase(row, one)),
    advice: CASE_TEXTS[one.reason].advice,
    /** null where the documented operations cannot refund. */
    refund: extendedApi ? refundOfCase(one.reason, gateway, medusa) : null,
    unrecorded_refund: one.reason === "refunded_outside" ? unrecorded : null,
  }))
}
