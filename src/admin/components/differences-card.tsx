import { Table } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useFormats } from "../lib/formats"
import type { AdminDifference, AdminStatement } from "../lib/statement"
import { Section, SmallButton } from "./section"
import { Status } from "./status"
import { ScrollableTable } from "./tables"

const COLOR = { case: "red", unseen: "red", waits: "orange", closed: "grey" } as const

/** Lists the payments whose amounts differ between the gateway, the ledger and Medusa. Each row links to its payment. */
export function DifferencesCard({ statement }: { statement: AdminStatement }) {
  const { t } = useTranslation()
  return (
    <Section
      title={t("webcheckout.statement.differences.title")}
      hint={statement.is_more && t("webcheckout.statement.differences.more", { number: statement.differences.length })}
    >
      <ScrollableTable
        label={t("webcheckout.statement.differences.title")}
        columns={[
          { title: t("webcheckout.payments.fields.reference") },
          { title: t("webcheckout.payments.fields.status") },
          { title: t("webcheckout.statement.books.gateway"), isAmount: true },
          { title: t("webcheckout.statement.books.ledger"), isAmount: true },
          { title: t("webcheckout.statement.books.medusa"), isAmount: true },
          { title: t("webcheckout.statement.differences.see"), isForScreenReader: true },
        ]}
      >
        {statement.differences.map((one) => (
          <DifferenceRow key={one.id} one={one} />
        ))}
      </ScrollableTable>
    </Section>
  )
}

function DifferenceRow({ one }: { one: AdminDifference }) {
  const { t, money } = useFormats()
  const words =
    one.attention === null
      ? t(`webcheckout.statement.differences.${one.difference}`)
      : t(`webcheckout.cases.${one.attention}.title`)
  const refunded = (amount: string) =>
    Number(amount) > 0 && (
      <span className="text-ui-fg-subtle block text-nowrap">
        {t("webcheckout.statement.differences.refunded", { amount: money(amount, one.currency_code) })}
      </span>
    )
  return (
    <Table.Row>
      <Table.Cell className="text-nowrap">
        <span className="font-mono" dir="ltr">
          {one.order ? `${one.order_reference} · #${one.order.display_id}` : one.order_reference}
        </span>
      </Table.Cell>
      <Table.Cell>
        <Status color={COLOR[one.difference]}>{words}</Status>
      </Table.Cell>
      <Table.Cell className="text-nowrap text-end">
        {money(one.gateway.paid, one.currency_code)}
        {refunded(one.gateway.refunded)}
      </Table.Cell>
      <Table.Cell className="text-nowrap text-end">{money(one.ledger.paid, one.currency_code)}</Table.Cell>
      <Table.Cell className="text-nowrap text-end">
        {money(one.medusa.captured, one.currency_code)}
        {refunded(one.medusa.refunded)}
      </Table.Cell>
      <Table.Cell className="text-end">
        <SmallButton asChild>
          <Link
            to={`/webcheckout/checkouts/${one.id}`}
            aria-label={t("webcheckout.statement.differences.open", { reference: one.order_reference })}
          >
            {t("webcheckout.statement.differences.see")}
          </Link>
        </SmallButton>
      </Table.Cell>
    </Table.Row>
  )
}
