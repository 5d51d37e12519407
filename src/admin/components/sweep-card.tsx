import { Text } from "@medusajs/ui"
import { useFormats } from "../lib/formats"
import type { AdminSetup } from "../lib/setup"
import { sweepVerdict } from "../../modules/web-checkout/rules/sweep-verdict"
import { Identifier, Muted, ROW_PADDING, Section, Note } from "./section"
import { Status } from "./status"

/** Paid checkouts that the last sweep found at the payment service and that are missing in the ledger. */
export function SweepCard({ setup: { sweep, extended_api } }: { setup: AdminSetup }) {
  const { t, dateTime, money } = useFormats()
  const text = (key: string, values: Record<string, unknown> = {}) => t(`webcheckout.setup.sweep.${key}`, values)
  if (!extended_api) {
    return null
  }
  const { last, is_daily } = sweep
  const verdict = last && sweepVerdict(last)
  return (
    <Section
      title={text("title")}
      hint={
        <>
          {text(is_daily ? "daily" : "off")}
          {last && <br />}
          {last && text("last", { at: dateTime(last.swept_at), since: dateTime(last.since) })}
        </>
      }
      actions={
        verdict && (
          <Status color={verdict === "none" ? "green" : "orange"}>
            {verdict === "found" ? text("count", { count: last.count }) : text(verdict)}
          </Status>
        )
      }
      data-testid="sweep"
    >
      {last?.unseen.map((account) => (
        <Text key={account} size="small" className={ROW_PADDING}>
          {text("unseen", { account })}
        </Text>
      ))}
      {last !== null && last.count > 0 && (
        <Text size="small" className={ROW_PADDING}>
          {text("mend")}
        </Text>
      )}
      {last?.found.map((found) => (
        <div key={`${found.account} ${found.checkout_id}`} className="flex flex-wrap justify-between gap-x-4 px-6 py-3">
          <span className="flex min-w-0 flex-col">
            <Identifier value={found.display_id ?? found.checkout_id} />
            <Muted dir="ltr">{[found.order_id, found.account].join(" · ")}</Muted>
          </span>
          <span className="flex flex-col">
            <Text size="small">{money(found.amount, found.currency_code)}</Text>
            <Muted>
              {[found.created_at && dateTime(found.created_at), found.gateway_status].filter(Boolean).join(" · ")}
            </Muted>
          </span>
        </div>
      ))}
      {last !== null && last.unreadable > 0 && <Note>{text("unreadable", last)}</Note>}
    </Section>
  )
}
