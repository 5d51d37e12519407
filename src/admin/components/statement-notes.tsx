import { Button, Container, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useFormats } from "../lib/formats"
import { useCompare, type AdminStatement, type StatementQuery } from "../lib/statement"
import { wordsOf } from "../lib/words-of"

/** How fresh the books are, the button that has them compared anew, and how far that has come. */
export function StatementNotes({ statement, query }: { statement: AdminStatement; query: StatementQuery }) {
  const { t } = useTranslation()
  const { dateTimeIn, ago } = useFormats()
  const { mutate, isPending, error } = useCompare(query)
  const { asked_at, time_zone, to_compare, can_ask, sums } = statement
  return (
    <Container className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1" style={{ flexBasis: "18rem" }}>
        <Text size="small" role="status">
          {to_compare > 0
            ? t("webcheckout.statement.asking", { count: to_compare })
            : asked_at === null
              ? t(sums.length > 0 ? "webcheckout.statement.neverAsked" : "webcheckout.statement.empty")
              : t("webcheckout.statement.asked", { at: dateTimeIn(time_zone, asked_at), ago: ago(asked_at) })}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {t("webcheckout.statement.hint")}
        </Text>
        {error && (
          <Text size="small" className="text-ui-fg-error" role="alert">
            {wordsOf(error)}
          </Text>
        )}
      </div>
      {can_ask && (
        <Button size="small" variant="secondary" isLoading={isPending || to_compare > 0} onClick={() => mutate()}>
          {t("webcheckout.statement.compare")}
        </Button>
      )}
    </Container>
  )
}
