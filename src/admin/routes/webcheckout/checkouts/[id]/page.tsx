import { useParams, type UIMatch } from "react-router-dom"
import { AttemptsCard, TimeLineCard } from "../../../../components/time-line-card"
import { CaseCards } from "../../../../components/case-card"
import { CheckoutCard, IdentifiersCard } from "../../../../components/checkout-card"
import { PaymentBreadcrumb } from "../../../../components/breadcrumbs"
import { NotLoaded, DetailPage } from "../../../../components/section"
import { useCheckout } from "../../../../lib/checkouts"

function PaymentPage() {
  const { id = "" } = useParams()
  const { data: checkout, isError } = useCheckout(id)
  if (isError || !checkout) {
    return <NotLoaded of="payments" list="/webcheckout/checkouts" isError={isError} />
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
