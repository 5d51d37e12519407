import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminCustomer, DetailWidgetProps } from "@medusajs/framework/types"
import { useState } from "react"
import { Link } from "react-router-dom"
import { CreateSubscriptionModal } from "../components/create-subscription-modal"
import { Failure, Muted, ROW_PADDING, Section, SmallButton, Strong, Note, TextLink } from "../components/section"
import { SubscriptionStatus } from "../components/status"
import { useFormats } from "../lib/formats"
import { useSubscriptions } from "../lib/subscriptions"

const SHOWN = 5

/** The customer's latest subscriptions, and a form for a new one with this customer selected. */
function CustomerSubscriptionsWidget({ data: customer }: DetailWidgetProps<AdminCustomer>) {
  const { t, money } = useFormats()
  const [isCreating, setCreating] = useState(false)
  const { data, isError } = useSubscriptions({ customer_id: customer.id, limit: SHOWN, order: "-created_at" })
  const count = data?.count ?? 0
  return (
    <Section
      title={t("webcheckout.subscriptions.title")}
      actions={<SmallButton onClick={() => setCreating(true)}>{t("webcheckout.subscriptions.widget.new")}</SmallButton>}
    >
      {isError && <Failure className={ROW_PADDING}>{t("webcheckout.subscriptions.list.failed")}</Failure>}
      {data && count === 0 && <Note>{t("webcheckout.subscriptions.widget.none")}</Note>}
      {data?.subscriptions.map(({ id, description, status, amount, currency_code, send_every }) => (
        <Link
          key={id}
          to={`/webcheckout/subscriptions/${id}`}
          className="hover:bg-ui-bg-base-hover transition-fg flex items-center justify-between gap-x-4 px-6 py-4"
        >
          <span className="flex min-w-0 flex-col">
            <Strong as="span" className="truncate">
              {description}
            </Strong>
            <Muted as="span" leading="compact">
              {`${money(amount, currency_code)} · ${t(`webcheckout.subscriptions.frequencies.${send_every}`)}`}
            </Muted>
          </span>
          <SubscriptionStatus status={status} />
        </Link>
      ))}
      {count > SHOWN && (
        <div className="px-6 py-4">
          <TextLink to={`/webcheckout/subscriptions?customer_id=${customer.id}`} className="txt-compact-small-plus">
            {t("webcheckout.subscriptions.widget.all")}
          </TextLink>
        </div>
      )}
      <CreateSubscriptionModal
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        prefill={{ customer_id: customer.id }}
      />
    </Section>
  )
}

export const config = defineWidgetConfig({ zone: "customer.details" })

export default CustomerSubscriptionsWidget
