import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ArrowPath } from "@medusajs/icons"
import { useState } from "react"
import { CreateSubscriptionModal } from "../../../components/create-subscription-modal"
import { SubscriptionsBreadcrumb } from "../../../components/breadcrumbs"
import { SubscriptionTable } from "../../../components/subscription-table"

function SubscriptionsPage() {
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <SubscriptionTable onCreate={() => setCreating(true)} />
      <CreateSubscriptionModal isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

export const config = defineRouteConfig({
  label: "webcheckout.subscriptions.title",
  translationNs: "translation",
  icon: ArrowPath,
})

export const handle = { breadcrumb: () => <SubscriptionsBreadcrumb /> }

export default SubscriptionsPage
