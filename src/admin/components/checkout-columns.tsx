import { ATTENTION_REASONS } from "../../modules/web-checkout/rules/case-reasons"
import { createDataTableFilterHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { CHECKOUT_STATUSES } from "../../gateway/statuses"
import { LEDGER_STATUSES } from "../../modules/web-checkout/rules/ledger"
import type { AdminCheckout } from "../lib/checkouts"
import { useFormats } from "../lib/formats"
import { tableFields } from "../lib/table-query"
import { useStoreCurrencies } from "../lib/client"
import { CheckoutStatus, TestBadge } from "./status"

const filter = createDataTableFilterHelper<AdminCheckout>()

/** The filters' ids, which are the list route's parameters. */
export const CHECKOUT_FILTERS = [
  "gateway_status",
  "status",
  "attention",
  "account",
  "environment",
  "currency_code",
  "created_at",
] as const

/**
 * @param since the date column of the view, if it has one of its own
 * @param hasTestBadges false if all rows are tests; then the heading says so once
 */
export function useCheckoutColumns(since: "reserved_at" | "attention_at" | undefined, hasTestBadges: boolean) {
  const { t, money } = useFormats()
  return useMemo(() => {
    const { column } = tableFields<AdminCheckout>(t, "payments")
    const moment = (field: "created_at" | "last_checked_at" | "attention_at" | "reserved_at", name: string) =>
      // The list route cannot sort by the authorization date.
      column(field, (row) => <Since at={row[field]} />, { name, sorts: field === "reserved_at" ? undefined : "time" })
    return [
      column("order_reference", (row) => <Reference row={row} hasTestBadge={hasTestBadges} />, {
        name: "reference",
        sorts: "text",
      }),
      column("amount", (row) => <span className="text-nowrap">{money(row.amount, row.currency_code)}</span>, {
        sorts: "amount",
      }),
      column("gateway_status", (row) => <CheckoutStatus checkout={row} />, { name: "status" }),
      column("customer", ({ customer }) => (
        <span className="truncate">{customer?.name ?? customer?.email ?? "–"}</span>
      )),
      column("order", ({ order }) => <span dir="ltr">{order ? `#${order.display_id}` : "–"}</span>),
      ...(since === undefined ? [] : [moment(since, since === "reserved_at" ? "reservedSince" : "waitingSince")]),
      moment("created_at", "age"),
      ...(since === undefined ? [moment("last_checked_at", "lastContact")] : []),
    ]
  }, [t, money, since, hasTestBadges])
}

function Reference({ row, hasTestBadge }: { row: AdminCheckout; hasTestBadge: boolean }) {
  return (
    <span className="flex items-center gap-x-2">
      <Link
        to={`/webcheckout/checkouts/${row.id}`}
        className="text-nowrap font-mono"
        dir="ltr"
        onClick={(event) => event.stopPropagation()}
      >
        {row.order_reference}
      </Link>
      {hasTestBadge && <TestBadge environment={row.environment} />}
    </span>
  )
}

/** How long ago; the exact time as a tooltip. */
function Since({ at }: { at: string | null }) {
  const { ago, dateTime } = useFormats()
  return at === null ? (
    "–"
  ) : (
    <time dateTime={at} title={dateTime(at)} className="text-nowrap">
      {ago(at)}
    </time>
  )
}

const DAY_MS = 86_400_000
/** Periods up to now, in days. */
const PERIODS = { today: 0, week: 7, month: 30, year: 365 } as const

export function useCheckoutFilters(accounts: string[]) {
  const { t } = useTranslation()
  const { data: currencies = [] } = useStoreCurrencies()
  return useMemo(() => {
    const { label, multiselect } = tableFields<AdminCheckout>(t, "payments")
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    return [
      multiselect("gateway_status", "status", CHECKOUT_STATUSES, (value) => t(`webcheckout.gatewayStatus.${value}`)),
      multiselect("status", "ledgerStatus", LEDGER_STATUSES, (value) =>
        t(`webcheckout.payments.ledgerStatus.${value}`)
      ),
      multiselect("attention", "attention", ATTENTION_REASONS, (value) => t(`webcheckout.cases.${value}.title`)),
      multiselect("environment", "environment", ["test", "live"], (value) => t(`webcheckout.environment.${value}`)),
      ...(accounts.length > 1 ? [multiselect("account", "account", accounts)] : []),
      multiselect(
        "currency_code",
        "currency",
        currencies.map(({ code }) => code)
      ),
      filter.accessor("created_at", {
        type: "date",
        label: label("created"),
        format: "date",
        rangeOptionLabel: t("webcheckout.payments.periods.custom"),
        rangeOptionStartLabel: t("webcheckout.payments.periods.from"),
        rangeOptionEndLabel: t("webcheckout.payments.periods.until"),
        options: Object.entries(PERIODS).map(([name, days]) => ({
          label: t(`webcheckout.payments.periods.${name}`),
          value: { $gte: new Date(midnight.getTime() - days * DAY_MS).toISOString() },
        })),
      }),
    ]
  }, [t, currencies, accounts])
}
