import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CreditCard } from "@medusajs/icons"
import { CheckoutTable } from "../../../components/checkout-table"
import { PaymentsBreadcrumb } from "../../../components/payments-breadcrumb"

function PaymentsPage() {
  return <CheckoutTable />
}

export const config = defineRouteConfig({
  label: "webcheckout.payments.title",
  translationNs: "translation",
  icon: CreditCard,
})

export const handle = { breadcrumb: () => <PaymentsBreadcrumb /> }

export default PaymentsPage
