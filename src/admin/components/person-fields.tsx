import { Input, RadioGroup } from "@medusajs/ui"
import type { UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { SubscriptionForm } from "../lib/subscription-form"
import { CustomerPicker } from "./customer-picker"
import { FormField } from "./form-field"

const WHO = ["existing", "new"] as const

/** Who gets the links: one of the store's customers, or somebody new. */
export function PersonFields({ form: { control, watch } }: { form: UseFormReturn<SubscriptionForm> }) {
  const { t, i18n } = useTranslation()
  const label = (key: string) => t(`webcheckout.subscriptions.fields.${key}`)
  return (
    <div className="flex flex-col gap-y-4">
      <FormField
        control={control}
        name="who"
        label={label("customer")}
        hint={t("webcheckout.subscriptions.form.matching")}
        render={({ value, onChange }, aria) => (
          <RadioGroup
            dir={i18n.dir()}
            value={value}
            onValueChange={onChange}
            className="grid grid-cols-1 gap-3 md:grid-cols-2"
            {...aria}
          >
            {WHO.map((who) => (
              <RadioGroup.ChoiceBox
                key={who}
                value={who}
                label={t(`webcheckout.subscriptions.form.who.${who}`)}
                description={t(`webcheckout.subscriptions.form.who.${who}Hint`)}
              />
            ))}
          </RadioGroup>
        )}
      />
      {watch("who") === "existing" ? (
        <FormField
          control={control}
          name="customer_id"
          label={t("webcheckout.subscriptions.form.pickCustomer")}
          render={({ value, onChange }, aria) => (
            <CustomerPicker value={value} onChange={onChange} label={aria["aria-label"]} />
          )}
        />
      ) : (
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          {(["first_name", "last_name", "email", "phone"] as const).map((name) => (
            <FormField
              key={name}
              control={control}
              name={name}
              label={label(name)}
              isOptional={name === "phone"}
              hint={name === "phone" ? t("webcheckout.subscriptions.form.phoneHint") : undefined}
              render={(field, aria) => (
                <Input
                  {...field}
                  {...aria}
                  autoComplete="off"
                  type={name === "email" ? "email" : name === "phone" ? "tel" : "text"}
                  dir={name === "email" || name === "phone" ? "ltr" : undefined}
                />
              )}
            />
          ))}
        </div>
      )}
    </div>
  )
}
