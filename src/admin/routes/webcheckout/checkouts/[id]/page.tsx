import { Button, Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link, useParams, type UIMatch } from "react-router-dom"
import { AttemptsCard, TimeLineCard } from "../../../../components/time-line-card"
import { CaseCards } from "../../../../components/case-card"
import { CheckoutCard, IdentifiersCard } from "../../../../components/checkout-card"
import { PaymentBreadcrumb } from "../../../../components/breadcrumbs"
import { useCheckout } from "../../../../lib/checkouts"

function PaymentPage() {
  const { t } = useTranslation()
  const { id = "" } = useParams()
  const { data: checkout, isError } = useCheckout(id)
  if (isError) {
    return (
      <Container className="flex flex-col items-start gap-y-3">
        <Heading>{t("webcheckout.payments.title")}</Heading>
        <Text size="small" className="text-ui-fg-error" role="alert">
          {t("webcheckout.payments.detail.failed")}
        </Text>
        <Button size="small" variant="secondary" asChild>
          <Link to="/webcheckout/checkouts">{t("webcheckout.payments.detail.back")}</Link>
        </Button>
      </Container>
    )
  }
  if (!checkout) {
    return <Skeleton className="h-48 w-full rounded-lg" />
  }
  return (
    <div className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]">
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        <CaseCards checkout={checkout} />
        <CheckoutCard checkout={checkout} />
        <TimeLineCard checkout={checkout} />
      </div>
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        <AttemptsCard checkout={checkout} />
        <IdentifiersCard checkout={checkout} />
      </div>
    </div>
  )
}

export const handle = { breadcrumb: ({ params }: UIMatch) => <PaymentBreadcrumb id={params.id ?? ""} /> }

export default PaymentPage
