import { defineRouteConfig } from "@medusajs/admin-sdk"
import { DocumentText } from "@medusajs/icons"
import { useSearchParams } from "react-router-dom"
import { AttemptsChart } from "../../../components/attempts-chart"
import { DifferencesCard } from "../../../components/differences-card"
import { NotLoaded } from "../../../components/section"
import { ListBreadcrumb } from "../../../components/breadcrumbs"
import { StatementHeader, StatementNotes } from "../../../components/statement-header"
import { StatementSumCard } from "../../../components/statement-sum-card"
import { type AdminStatus, useStatus } from "../../../lib/client"
import { useStatement } from "../../../lib/statement"
import { SPANS, statementDays } from "../../../lib/statement-days"

function StatementPage() {
  const { data: status, isError, refetch } = useStatus()
  if (!status) {
    return <NotLoaded of="statement" isError={isError} onRetry={() => void refetch()} />
  }
  return <Statement status={status} />
}

/** The filters are in the URL, so a link shows the same statement. */
function Statement({ status }: { status: AdminStatus }) {
  const [params] = useSearchParams()
  const span = SPANS.find((name) => name === params.get("span")) ?? "month"
  const days = statementDays(span, params.get("day") ?? "", status.time_zone)
  const query = {
    from: days.from,
    to: days.to,
    environment: params.get("environment") ?? status.environment,
    account: params.get("account") ?? undefined,
    currency_code: params.get("currency_code") ?? undefined,
  }
  const { data: statement, isError, refetch } = useStatement(query)
  return (
    <div className="flex w-full flex-col gap-y-3">
      <StatementHeader days={days} query={query} status={status} />
      {!statement && <NotLoaded of="statement" isError={isError} onRetry={() => void refetch()} />}
      {statement && <StatementNotes statement={statement} query={query} />}
      {statement?.sums.map((sum) => (
        <StatementSumCard key={`${sum.account} ${sum.currency_code}`} sum={sum} statement={statement} />
      ))}
      {statement && statement.differences.length > 0 && <DifferencesCard statement={statement} />}
      {statement && <AttemptsChart days={statement.days} />}
    </div>
  )
}

export const config = defineRouteConfig({
  label: "webcheckout.statement.title",
  translationNs: "translation",
  icon: DocumentText,
})

export const handle = { breadcrumb: () => <ListBreadcrumb of="statement" /> }

export default StatementPage
