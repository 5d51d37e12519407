import { Container, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { AdminCheckoutDetails } from "../lib/checkouts"
import { useFormats } from "../lib/formats"
import { CheckoutStatus } from "./checkout-badges"

/** The other attempts at the same purchase. */
export function AttemptsCard({ checkout }: { checkout: AdminCheckoutDetails }) {
  const { t } = useTranslation()
  const { dateTime, money } = useFormats()
  if (checkout.attempts.length < 2) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("webcheckout.payments.attempts.title")}</Heading>
      </div>
      {checkout.attempts.map((attempt, index) => (
        <div key={attempt.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-3">
          <div className="min-w-0">
            <Text size="small" leading="compact" weight="plus">
              {attempt.id === checkout.id ? (
                t("webcheckout.payments.attempts.this", { number: index + 1 })
              ) : (
                <Link to={`/webcheckout/checkouts/${attempt.id}`} className="text-ui-fg-base underline">
                  {t("webcheckout.payments.attempts.other", { number: index + 1 })}
                </Link>
              )}
            </Text>
            <Text size="small" leading="compact" className="text-ui-fg-subtle">
              {money(attempt.amount, attempt.currency_code)} · {dateTime(attempt.created_at)}
            </Text>
          </div>
          <CheckoutStatus checkout={{ ...attempt, attention: null }} />
        </div>
      ))}
    </Container>
  )
}
