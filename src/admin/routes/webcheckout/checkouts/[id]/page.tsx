import { Skeleton } from "@medusajs/ui"
import { useParams, type UIMatch } from "react-router-dom"
import { AttemptsCard, TimeLineCard } from "../../../../components/time-line-card"
import { CaseCards } from "../../../../components/case-card"
import { CheckoutCard, IdentifiersCard } from "../../../../components/checkout-card"
import { PaymentBreadcrumb } from "../../../../components/breadcrumbs"
import { DetailFailed, DetailPage } from "../../../../components/section"
import { useCheckout } from "../../../../lib/checkouts"

function PaymentPage() {
  const { id = "" } = useParams()
  const { data: checkout, isError } = useCheckout(id)
  if (isError) {
    return <DetailFailed of="payments" list="/webcheckout/checkouts" />
  }
  if (!checkout) {
    return <Skeleton className="h-48 w-full rounded-lg" />
  }
  return (
    <DetailPage
      side={
        <>
          <AttemptsCard checkout={checkout} />
          <IdentifiersCard checkout={checkout} />
        </>
      }
    >
      <CaseCards checkout={checkout} />
      <CheckoutCard checkout={checkout} />
      <TimeLineCard checkout={checkout} />
    </DetailPage>
  )
}

export const handle = { breadcrumb: ({ params }: UIMatch) => <PaymentBreadcrumb id={params.id ?? ""} /> }

export default PaymentPage
