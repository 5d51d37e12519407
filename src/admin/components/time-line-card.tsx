import { clx } from "@medusajs/ui"
import type { TFunction } from "i18next"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import type { AdminCheckoutDetails } from "../lib/checkouts"
import { useFormats } from "../lib/formats"
import { Muted, Section, Strong, TextLink } from "./section"
import { CheckoutStatus } from "./status"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { sdk } from "../lib/client"
import type { AdminSubscription } from "../lib/subscriptions"

/** The dashboard's stylesheet has no class for this margin: the middle of a line of small text. */
const BESIDE_FIRST_LINE = { marginTop: "0.375rem" }

type Entry = AdminCheckoutDetails["time_line"][number]

/** The events and actions of all attempts at one purchase, the newest first. */
export function TimeLineCard({ checkout }: { checkout: AdminCheckoutDetails }) {
  const { t, dateTime, money } = useFormats()
  const numberOf = new Map(checkout.attempts.map(({ id }, index) => [id, index + 1]))
  const amountOf = (entry: Entry) => (entry.amount === null ? "" : money(entry.amount, checkout.currency_code))
  return (
    <Section title={t("webcheckout.payments.timeLine.title")}>
      <ol className="flex flex-col gap-y-4 px-6 py-4">
        {[...checkout.time_line].reverse().map((entry) => (
          <li key={`${entry.id} ${entry.what} ${entry.at}`} className="flex items-start gap-x-3">
            <span
              className={clx("size-2 shrink-0 rounded-full", colorOf(entry))}
              style={BESIDE_FIRST_LINE}
              aria-hidden
            />
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Strong>
                  {t(`webcheckout.payments.timeLine.${entry.what}`, {
                    detail: detailOf(entry, t),
                    amount: amountOf(entry),
                  })}
                </Strong>
                <Muted leading="compact" className="shrink-0">
                  {dateTime(entry.at)}
                </Muted>
              </div>
              <Muted leading="compact" className="break-words">
                {[
                  checkout.attempts.length > 1 &&
                    t("webcheckout.payments.timeLine.attempt", { number: numberOf.get(entry.id) ?? "–" }),
                  entry.what === "answered" &&
                    entry.amount !== null &&
                    t("webcheckout.payments.timeLine.goneBack", { amount: amountOf(entry) }),
                  entry.actor_id === PLUGIN_ACTOR
                    ? t("webcheckout.payments.timeLine.byItself")
                    : (entry.actor ?? entry.actor_id),
                  entry.note,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Muted>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const colorOf = ({ what }: Entry) =>
  what === "case_opened" || what === "not_created" ? "bg-ui-tag-red-icon" : "bg-ui-fg-muted"

/** The gateway's status, the case's reason or a refund's outcome as text. */
function detailOf({ what, detail }: Entry, t: TFunction): string {
  if (detail === null) {
    return ""
  }
  if (what === "case_opened" || what === "case_ended") {
    return t(`webcheckout.cases.${detail}.title`)
  }
  return what === "refund" ? t(`webcheckout.payments.refundStatus.${detail}`) : t(`webcheckout.gatewayStatus.${detail}`)
}

/** The other attempts at the same purchase. */
export function AttemptsCard({ checkout }: { checkout: AdminCheckoutDetails }) {
  const { t, dateTime, money } = useFormats()
  if (checkout.attempts.length < 2) {
    return null
  }
  return (
    <Section title={t("webcheckout.payments.attempts.title")}>
      {checkout.attempts.map((attempt, index) => (
        <div key={attempt.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-3">
          <div className="min-w-0">
            <Strong>
              {attempt.id === checkout.id ? (
                t("webcheckout.payments.attempts.this", { number: index + 1 })
              ) : (
                <TextLink to={`/webcheckout/checkouts/${attempt.id}`}>
                  {t("webcheckout.payments.attempts.other", { number: index + 1 })}
                </TextLink>
              )}
            </Strong>
            <Muted leading="compact">
              {money(attempt.amount, attempt.currency_code)} · {dateTime(attempt.created_at)}
            </Muted>
          </div>
          <CheckoutStatus checkout={{ ...attempt, attention: null }} />
        </div>
      ))}
    </Section>
  )
}

/** The actions, the newest first. */
export function HistoryCard({ actions }: { actions: NonNullable<AdminSubscription["actions"]> }) {
  const { t, dateTime } = useFormats()
  const names = useActorNames(actions.flatMap(({ actor_id }) => actor_id ?? []))
  return (
    <Section title={t("webcheckout.subscriptions.detail.history")}>
      {[...actions].reverse().map(({ id, action, actor_id, created_at }) => (
        <div key={id} className="flex items-start justify-between gap-x-4 px-6 py-3">
          <div className="min-w-0">
            <Strong>{t(`webcheckout.subscriptions.actions.${action}`)}</Strong>
            <Muted leading="compact" className="truncate">
              {names.get(actor_id ?? "") ?? actor_id}
            </Muted>
          </div>
          <Muted leading="compact" className="shrink-0 text-end">
            {dateTime(created_at)}
          </Muted>
        </div>
      ))}
    </Section>
  )
}

function useActorNames(actorIds: string[]): Map<string, string> {
  const ids = [...new Set(actorIds)]
  const { data } = useQuery({
    queryKey: ["webcheckout", "users", ids],
    queryFn: () => sdk.admin.user.list({ id: ids, limit: ids.length, fields: "id,email,first_name,last_name" }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return new Map(
    data?.users.map((user) => [user.id, [user.first_name, user.last_name].filter(Boolean).join(" ") || user.email])
  )
}
