import { Table } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useFormats } from "../lib/formats"
import { usePaginationTexts } from "../lib/table-query"
import type { SentLink } from "../../workflows/subscription/list-sent-links"
import { useSubscriptionPayments } from "../lib/subscriptions"
import { LoadFailed, Section, Note } from "./section"
import { gatewayStatusColor, Status } from "./status"
import { ScrollableTable } from "./tables"

const PAGE_SIZE = 10

/** The links sent so far, each with its status. */
export function SentLinksCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const paginationTexts = usePaginationTexts()
  const [pageIndex, setPageIndex] = useState(0)
  const { data, isError, refetch } = useSubscriptionPayments(id, { limit: PAGE_SIZE, offset: pageIndex * PAGE_SIZE })
  const count = data?.count ?? 0
  return (
    <Section title={t("webcheckout.subscriptions.payments.title")}>
      {isError && <LoadFailed words={t("webcheckout.subscriptions.payments.failed")} onRetry={() => void refetch()} />}
      {data?.payments.length === 0 && <Note>{t("webcheckout.subscriptions.payments.none")}</Note>}
      {count > 0 && (
        <ScrollableTable
          label={t("webcheckout.subscriptions.payments.title")}
          columns={[
            { title: t("webcheckout.subscriptions.payments.sentAt") },
            { title: t("webcheckout.subscriptions.payments.link") },
            { title: t("webcheckout.subscriptions.fields.status") },
          ]}
        >
          {data?.payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ScrollableTable>
      )}
      {count > PAGE_SIZE && (
        <Table.Pagination
          count={count}
          pageSize={PAGE_SIZE}
          pageIndex={pageIndex}
          pageCount={Math.ceil(count / PAGE_SIZE)}
          canPreviousPage={pageIndex > 0}
          canNextPage={(pageIndex + 1) * PAGE_SIZE < count}
          previousPage={() => setPageIndex(pageIndex - 1)}
          nextPage={() => setPageIndex(pageIndex + 1)}
          translations={paginationTexts}
        />
      )}
    </Section>
  )
}

function PaymentRow({ payment }: { payment: SentLink }) {
  const { t, dateTime } = useFormats()
  const status = payment.checkout?.status
  const words = status
    ? t(`webcheckout.gatewayStatus.${status}`)
    : t(`webcheckout.subscriptions.payments.${payment.cancelled ? "cancelled" : "unopened"}`)
  return (
    <Table.Row>
      <Table.Cell className="text-nowrap">{payment.sent_at ? dateTime(payment.sent_at) : "–"}</Table.Cell>
      <Table.Cell>
        <span className="font-mono" dir="ltr">
          {payment.display_id ?? payment.id}
        </span>
      </Table.Cell>
      <Table.Cell>
        <Status color={gatewayStatusColor(status)}>{words}</Status>
      </Table.Cell>
    </Table.Row>
  )
}
