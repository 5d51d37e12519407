import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ArrowPath } from "@medusajs/icons"
import { useState, useMemo } from "react"
import { CreateSubscriptionModal } from "../../../components/create-subscription-modal"
import { ListBreadcrumb } from "../../../components/breadcrumbs"
import { Container, createDataTableFilterHelper, Heading, useDataTable } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { SEND_EVERY } from "../../../../gateway/frequencies"
import { SUBSCRIPTION_ROW_STATUSES } from "../../../../modules/web-checkout/rules/subscription-states"
import { useFormats } from "../../../lib/formats"
import { tableFields, useTableQuery } from "../../../lib/table-query"
import { useSubscriptions, type AdminSubscription } from "../../../lib/subscriptions"
import { CustomerPicker } from "../../../components/customer-picker"
import { ListTable } from "../../../components/tables"
import { LoadFailed, Section, SmallButton } from "../../../components/section"
import { SubscriptionStatus } from "../../../components/status"

const filter = createDataTableFilterHelper<AdminSubscription>()
const FILTERS = ["status", "send_every", "customer_id"] as const

/** All subscriptions: searched, filtered, sorted and paged by the server. */
function SubscriptionsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const { query, ...state } = useTableQuery(FILTERS, "-created_at")
  const { data, isLoading, isError, refetch } = useSubscriptions(query)
  const table = useDataTable({
    data: data?.subscriptions ?? [],
    columns: useColumns(),
    filters: useFilters(),
    rowCount: data?.count ?? 0,
    getRowId: ({ id }) => id,
    isLoading,
    onRowClick: (_, { id }) => void navigate(id),
    ...state,
  })
  return (
    <>
      {isError ? (
        <Section level="h1" title={t("webcheckout.subscriptions.title")}>
          <LoadFailed words={t("webcheckout.subscriptions.list.failed")} onRetry={() => void refetch()} />
        </Section>
      ) : (
        <Container className="divide-y p-0">
          <ListTable
            of="subscriptions"
            empty="empty"
            instance={table}
            start={<Heading>{t("webcheckout.subscriptions.title")}</Heading>}
            searchPlaceholder={t("webcheckout.table.search")}
          >
            <SmallButton className="shrink-0" onClick={() => setCreating(true)}>
              {t("webcheckout.actions.create")}
            </SmallButton>
          </ListTable>
        </Container>
      )}
      <CreateSubscriptionModal isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

export const config = defineRouteConfig({
  label: "webcheckout.subscriptions.title",
  translationNs: "translation",
  icon: ArrowPath,
})

export const handle = { breadcrumb: () => <ListBreadcrumb of="subscriptions" /> }

export default SubscriptionsPage

function useColumns() {
  const { t, money, day } = useFormats()
  return useMemo(() => {
    const { label, column } = tableFields<AdminSubscription>(t, "subscriptions")
    const onOneLine = (text: string) => <span className="text-nowrap">{text}</span>
    return [
      column("description", ({ description }) => <span className="truncate">{description}</span>, { sorts: "text" }),
      // Sorted by `email`, so only the heading says customer.
      {
        ...column("email", (row) => <span className="truncate">{nameOf(row)}</span>, { sorts: "text" }),
        header: label("customer"),
      },
      column("amount", ({ amount, currency_code }) => onOneLine(money(amount, currency_code)), { sorts: "amount" }),
      column("send_every", ({ send_every }) => t(`webcheckout.subscriptions.frequencies.${send_every}`)),
      column("start_date", ({ start_date }) => onOneLine(day(start_date)), { sorts: "time" }),
      column("status", ({ status }) => <SubscriptionStatus status={status} />),
      column("created_at", ({ created_at }) => onOneLine(day(created_at.slice(0, 10))), { sorts: "time" }),
    ]
  }, [t, money, day])
}

function nameOf({ first_name, last_name, email, gateway_customer_id }: AdminSubscription): string {
  return [first_name, last_name].filter(Boolean).join(" ") || email || gateway_customer_id || "–"
}

function useFilters() {
  const { t } = useTranslation()
  return useMemo(() => {
    const { label, multiselect } = tableFields<AdminSubscription>(t, "subscriptions")
    return [
      multiselect("status", "status", SUBSCRIPTION_ROW_STATUSES, (value) =>
        t(`webcheckout.subscriptions.statuses.${value}`)
      ),
      multiselect("send_every", "send_every", SEND_EVERY, (value) =>
        t(`webcheckout.subscriptions.frequencies.${value}`)
      ),
      filter.accessor("customer_id", {
        type: "custom",
        label: label("customer"),
        render: ({ value, onChange }) => (
          <div className="w-72 p-2">
            <CustomerPicker
              label={label("customer")}
              value={Array.isArray(value) ? value[0] : undefined}
              onChange={(id) => onChange(id === undefined ? [] : [id])}
            />
          </div>
        ),
      }),
    ]
  }, [t])
}
