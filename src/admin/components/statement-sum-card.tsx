import { Container, Heading, Table, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useFormats } from "../lib/formats"
import type { AdminStatement, AdminSum } from "../lib/statement"
import { Status } from "./status"

/** The three books of one account and currency side by side, and what stands in none of them. */
export function StatementSumCard({
  sum,
  waiting,
  isOneAccount,
}: {
  sum: AdminSum
  waiting: AdminStatement["waiting"][number] | undefined
  isOneAccount: boolean
}) {
  const { t } = useTranslation()
  const { money } = useFormats()
  const { currency_code: currency } = sum
  const inMoney = (amount: `${number}`) => <span className="text-nowrap">{money(amount, currency)}</span>
  const notes = [
    waiting && t("webcheckout.statement.waiting", { count: waiting.count, amount: money(waiting.amount, currency) }),
    Number(sum.passed_through) > 0 &&
      t("webcheckout.statement.passedThrough", { amount: money(sum.passed_through, currency) }),
    sum.untold > 0 && t("webcheckout.statement.untold", { count: sum.untold }),
  ].filter((note) => typeof note === "string")
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
        <Heading level="h2">
          <span dir="ltr">{isOneAccount ? currency : `${currency} · ${sum.account}`}</span>
        </Heading>
        <Status color={sum.agree ? "green" : "red"}>
          {sum.agree
            ? t("webcheckout.statement.agree")
            : t("webcheckout.statement.differing", { count: sum.differing })}
        </Status>
      </div>
      <div className="overflow-x-auto">
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell />
              <Table.HeaderCell>{t("webcheckout.statement.books.gateway")}</Table.HeaderCell>
              <Table.HeaderCell>{t("webcheckout.statement.books.ledger")}</Table.HeaderCell>
              <Table.HeaderCell>{t("webcheckout.statement.books.medusa")}</Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            <Table.Row>
              <Table.Cell>{t("webcheckout.statement.paid")}</Table.Cell>
              <Table.Cell>{inMoney(sum.gateway.paid)}</Table.Cell>
              <Table.Cell>{inMoney(sum.ledger.paid)}</Table.Cell>
              <Table.Cell>{inMoney(sum.medusa.captured)}</Table.Cell>
            </Table.Row>
            <Table.Row>
              <Table.Cell>{t("webcheckout.statement.refunded")}</Table.Cell>
              <Table.Cell>{inMoney(sum.gateway.refunded)}</Table.Cell>
              <Table.Cell>–</Table.Cell>
              <Table.Cell>{inMoney(sum.medusa.refunded)}</Table.Cell>
            </Table.Row>
          </Table.Body>
        </Table>
      </div>
      {notes.map((note) => (
        <Text key={note} size="small" className="text-ui-fg-subtle px-6 py-4">
          {note}
        </Text>
      ))}
    </Container>
  )
}
