import { Container, Heading, Text } from "@medusajs/ui"
import { useQueries } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { sdk } from "../lib/client"
import { useFormats } from "../lib/formats"
import type { AdminSubscription } from "../lib/subscriptions"

/** Who did what, newest first. */
export function HistoryCard({ actions }: { actions: NonNullable<AdminSubscription["actions"]> }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const names = useActorNames(actions.flatMap(({ actor_id }) => actor_id ?? []))
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("webcheckout.subscriptions.detail.history")}</Heading>
      </div>
      {[...actions].reverse().map(({ id, action, actor_id, created_at }) => (
        <div key={id} className="flex items-start justify-between gap-x-4 px-6 py-3">
          <div className="min-w-0">
            <Text size="small" leading="compact" weight="plus">
              {t(`webcheckout.subscriptions.actions.${action}`)}
            </Text>
            <Text size="small" leading="compact" className="text-ui-fg-subtle truncate">
              {names.get(actor_id ?? "") ?? actor_id}
            </Text>
          </div>
          <Text size="small" leading="compact" className="text-ui-fg-subtle shrink-0 text-end">
            {dateTime(created_at)}
          </Text>
        </div>
      ))}
    </Container>
  )
}

function useActorNames(actorIds: string[]): Map<string, string> {
  const ids = [...new Set(actorIds)]
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ["webcheckout", "user", id],
      queryFn: () => sdk.admin.user.retrieve(id, { fields: "id,email,first_name,last_name" }),
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) =>
          data
            ? [[data.user.id, [data.user.first_name, data.user.last_name].filter(Boolean).join(" ") || data.user.email]]
            : []
        )
      ),
  })
}
