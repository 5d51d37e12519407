import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CreditCard } from "@medusajs/icons"
import { ListBreadcrumb } from "../../../components/breadcrumbs"
import { Container, Heading, Tabs, useDataTable } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useNavigate, useSearchParams } from "react-router-dom"
import { useCheckouts } from "../../../lib/checkouts"
import { useTableQuery } from "../../../lib/table-query"
import { useStatus } from "../../../lib/client"
import { ListTable } from "../../../components/tables"
import { LoadFailed, Muted } from "../../../components/section"
import { TestBadge } from "../../../components/status"
import { CHECKOUT_FILTERS, useCheckoutColumns, useCheckoutFilters } from "../../../components/checkout-columns"

export const config = defineRouteConfig({
  label: "webcheckout.payments.title",
  translationNs: "translation",
  icon: CreditCard,
})

export const handle = { breadcrumb: () => <ListBreadcrumb of="payments" /> }

export default PaymentsPage

const VIEWS = ["needs_you", "reserved", "all"] as const
type View = (typeof VIEWS)[number]
/** The date column of each view. */
const SINCE = { needs_you: "attention_at", reserved: "reserved_at", all: undefined } as const

/** All payments: searched, filtered, sorted and paged by the server. If any need attention, that view is opened first. */
function PaymentsPage() {
  const { t, i18n } = useTranslation()
  const { data: status, isError, refetch } = useStatus()
  const [params, setParams] = useSearchParams()
  const asked = VIEWS.find((name) => name === params.get("view"))
  const view = asked ?? (status && status.attention > 0 ? "needs_you" : "all")
  // Each view is a separate list: changing it resets page and filters.
  const change = (next: string) => setParams({ view: next }, { replace: true })
  return (
    <Container className="p-0">
      <Tabs value={view} onValueChange={change} dir={i18n.dir()} className="divide-y">
        <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
          <div className="flex items-center gap-x-3">
            <Heading>{t("webcheckout.payments.title")}</Heading>
            {status && <TestBadge environment={status.environment} />}
          </div>
          <Tabs.List>
            <Tabs.Trigger value="needs_you">
              {t("webcheckout.payments.views.needsYou", { number: status?.attention ?? 0 })}
            </Tabs.Trigger>
            <Tabs.Trigger value="reserved">{t("webcheckout.payments.views.reserved")}</Tabs.Trigger>
            <Tabs.Trigger value="all">{t("webcheckout.payments.views.all")}</Tabs.Trigger>
          </Tabs.List>
        </div>
        {VIEWS.map((name) => (
          <Tabs.Content key={name} value={name}>
            {isError && <LoadFailed words={t("webcheckout.payments.list.failed")} onRetry={() => void refetch()} />}
            {status && <Checkouts view={name} environment={status.environment} accounts={status.accounts} />}
          </Tabs.Content>
        ))}
      </Tabs>
    </Container>
  )
}

function Checkouts({ view, environment, accounts }: { view: View; environment: string; accounts: string[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const only = {
    needs_you: { environment, needs_person: true },
    reserved: { environment, gateway_status: ["AUTHORIZED"] },
    all: {},
  }[view]
  const { query, ...state } = useTableQuery(CHECKOUT_FILTERS, view === "needs_you" ? "attention_at" : "-created_at")
  const { data, isLoading, isError, refetch } = useCheckouts({ ...query, ...only }, { isList: true })
  const rows = data?.checkouts ?? []
  const table = useDataTable({
    data: rows,
    columns: useCheckoutColumns(SINCE[view], [environment, ...rows.map((row) => row.environment)].includes("live")),
    filters: useCheckoutFilters(accounts),
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading,
    onRowClick: (_, { id }) => void navigate(id),
    ...state,
  })
  if (isError) {
    return <LoadFailed words={t("webcheckout.payments.list.failed")} onRetry={() => void refetch()} />
  }
  return (
    <ListTable
      of="payments"
      empty={{ needs_you: "nothingToDo", reserved: "nothingReserved", all: "empty" }[view]}
      instance={table}
      start={<Muted>{data?.is_more && t("webcheckout.payments.list.more", { number: data.count })}</Muted>}
      searchPlaceholder={t("webcheckout.payments.list.search")}
    />
  )
}
