import { Table } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { subtractAmounts } from "../../gateway/money"
import { useFormats } from "../lib/formats"
import type { AdminStatement, AdminSum } from "../lib/statement"
import { Section, Note } from "./section"
import { Status } from "./status"
import { ScrollableTable } from "./tables"

/** The totals of gateway, ledger and Medusa for one account and currency, and the amounts excluded from them. */
export function StatementSumCard({ sum, statement }: { sum: AdminSum; statement: AdminStatement }) {
  const { t, money } = useFormats()
  const { account, currency_code: currency } = sum
  const isOneAccount = statement.sums.every((other) => other.account === account)
  const waiting = statement.waiting.find((one) => one.account === account && one.currency_code === currency)
  const books = [
    { name: "gateway", paid: sum.gateway.paid, refunded: sum.gateway.refunded, reserved: sum.reserved },
    // The ledger records that a payment arrived in Medusa, not what was refunded.
    { name: "ledger", paid: sum.ledger.paid },
    { name: "medusa", paid: sum.medusa.captured, refunded: sum.medusa.refunded },
  ]
  const netOf = ({ paid, refunded }: { paid: string; refunded?: string }) =>
    refunded === undefined ? undefined : subtractAmounts(paid, refunded, currency)
  const hasReserved = Number(sum.reserved) > 0
  const shown = (amount: number | string | undefined) => (amount === undefined ? "" : money(amount, currency))
  const notes = [
    waiting && t("webcheckout.statement.waiting", { count: waiting.count, amount: money(waiting.amount, currency) }),
    Number(sum.passed_through) > 0 &&
      t("webcheckout.statement.passedThrough", { amount: money(sum.passed_through, currency) }),
    sum.untold > 0 && t("webcheckout.statement.untold", { count: sum.untold }),
  ].filter((note) => typeof note === "string")
  return (
    <Section
      title={<span dir="ltr">{isOneAccount ? currency : `${currency} · ${account}`}</span>}
      actions={<Verdict sum={sum} />}
    >
      <ScrollableTable
        label={currency}
        columns={[
          { title: t("webcheckout.statement.book") },
          { title: t("webcheckout.statement.paid"), isAmount: true },
          { title: t("webcheckout.statement.refunded"), isAmount: true },
          { title: t("webcheckout.statement.net"), isAmount: true },
          ...(hasReserved ? [{ title: t("webcheckout.statement.reserved"), isAmount: true }] : []),
        ]}
      >
        {books.map(({ name, paid, refunded, reserved }) => (
          <Table.Row key={name}>
            <Table.Cell>{t(`webcheckout.statement.books.${name}`)}</Table.Cell>
            <Table.Cell className="text-nowrap text-end">{shown(paid)}</Table.Cell>
            <Table.Cell className="text-nowrap text-end">{shown(refunded)}</Table.Cell>
            <Table.Cell className="text-nowrap text-end">{shown(netOf({ paid, refunded }))}</Table.Cell>
            {hasReserved && <Table.Cell className="text-nowrap text-end">{shown(reserved)}</Table.Cell>}
          </Table.Row>
        ))}
      </ScrollableTable>
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </Section>
  )
}

/** A closed case still counts as a difference, but needs no action. */
function Verdict({ sum: { agree, differing, closed, untold } }: { sum: AdminSum }) {
  const { t } = useTranslation()
  if (agree) {
    return <Status color="green">{t("webcheckout.statement.agree")}</Status>
  }
  if (differing === 0) {
    return <Status color="orange">{t("webcheckout.statement.untoldAmount", { count: untold })}</Status>
  }
  return differing === closed ? (
    <Status color="grey">{t("webcheckout.statement.closed", { count: closed })}</Status>
  ) : (
    <Status color="red">{t("webcheckout.statement.differing", { count: differing - closed })}</Status>
  )
}
