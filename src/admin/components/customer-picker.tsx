import { Input, Skeleton, Text } from "@medusajs/ui"
import { useDeferredValue, useState } from "react"
import { useTranslation } from "react-i18next"
import { Muted, SmallButton, Strong } from "./section"
import { useCustomer, useCustomers, type FoundCustomer } from "../lib/subscriptions"

interface CustomerPickerProps {
  value: string | undefined
  onChange: (customerId: string | undefined) => void
  label: string
}

/** Finds one of the store's customers by name or e-mail. */
export function CustomerPicker({ value, onChange, label }: CustomerPickerProps) {
  const { t } = useTranslation()
  const { data: chosen } = useCustomer(value)
  if (value === undefined) {
    return <CustomerSearch label={label} onChoose={onChange} />
  }
  return (
    <div className="shadow-borders-base bg-ui-bg-component flex items-center justify-between gap-x-3 rounded-lg px-4 py-2">
      {chosen ? <CustomerLines customer={chosen} /> : <Skeleton className="h-9 w-48" />}
      <SmallButton type="button" variant="transparent" onClick={() => onChange(undefined)}>
        {t("webcheckout.subscriptions.form.changeCustomer")}
      </SmallButton>
    </div>
  )
}

function CustomerSearch({ label, onChoose }: { label: string; onChoose: (customerId: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState("")
  const { data: customers, isError } = useCustomers(useDeferredValue(text.trim()))
  return (
    <div className="flex flex-col gap-y-2">
      <Input
        type="search"
        aria-label={label}
        placeholder={t("webcheckout.subscriptions.form.searchCustomers")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="shadow-borders-base divide-y overflow-hidden rounded-lg" aria-label={label}>
        {customers?.map((customer) => (
          <li key={customer.id}>
            <button
              type="button"
              className="bg-ui-bg-component hover:bg-ui-bg-component-hover focus-visible:bg-ui-bg-component-hover transition-fg w-full px-4 py-2 text-start outline-none"
              onClick={() => onChoose(customer.id)}
            >
              <CustomerLines customer={customer} />
            </button>
          </li>
        ))}
        {(isError || customers?.length === 0) && (
          <li className="px-4 py-3">
            <Text size="small" className={isError ? "text-ui-fg-error" : "text-ui-fg-subtle"}>
              {t(`webcheckout.subscriptions.form.${isError ? "customersFailed" : "noCustomers"}`)}
            </Text>
          </li>
        )}
      </ul>
    </div>
  )
}

function CustomerLines({ customer }: { customer: FoundCustomer }) {
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(" ")
  return (
    <span className="flex min-w-0 flex-col">
      <Strong as="span" className="truncate">
        {name || customer.email}
      </Strong>
      <Muted as="span" leading="compact" className="truncate">
        {[customer.email, customer.phone].filter(Boolean).join(" · ")}
      </Muted>
    </span>
  )
}
