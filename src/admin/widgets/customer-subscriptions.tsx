import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminCustomer, DetailWidgetProps } from "@medusajs/framework/types"
import { Button, Container, Heading, Text } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"
import { CreateSubscriptionModal } from "../components/create-subscription-modal"
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
    <Container className="divide-y p-0">
      <div className="flex items-center justify-between px-6 py-4">
        <Heading level="h2">{t("webcheckout.subscriptions.title")}</Heading>
        <Button size="small" variant="secondary" onClick={() => setCreating(true)}>
          {t("webcheckout.subscriptions.widget.new")}
        </Button>
      </div>
      {isError && (
        <Text size="small" className="text-ui-fg-error px-6 py-4" role="alert">
          {t("webcheckout.subscriptions.list.failed")}
        </Text>
      )}
      {data && count === 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("webcheckout.subscriptions.widget.none")}
        </Text>
      )}
      {data?.subscriptions.map(({ id, description, status, amount, currency_code, send_every }) => (
        <Link
          key={id}
          to={`/webcheckout/subscriptions/${id}`}
          className="hover:bg-ui-bg-base-hover transition-fg flex items-center justify-between gap-x-4 px-6 py-4"
        >
          <span className="flex min-w-0 flex-col">
            <Text as="span" size="small" leading="compact" weight="plus" className="truncate">
              {description}
            </Text>
            <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle">
              {`${money(amount, currency_code)} · ${t(`webcheckout.subscriptions.frequencies.${send_every}`)}`}
            </Text>
          </span>
          <SubscriptionStatus status={status} />
        </Link>
      ))}
      {count > SHOWN && (
        <div className="px-6 py-4">
          <Link
            to={`/webcheckout/subscriptions?customer_id=${customer.id}`}
            className="txt-compact-small-plus text-ui-fg-base underline hover:text-ui-fg-base underline-hover"
          >
            {t("webcheckout.subscriptions.widget.all")}
          </Link>
        </div>
      )}
      <CreateSubscriptionModal
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        prefill={{ customer_id: customer.id }}
      />
    </Container>
  )
}

export const config = defineWidgetConfig({ zone: "customer.details" })

export default CustomerSubscriptionsWidget
