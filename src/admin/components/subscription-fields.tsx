import { Checkbox, DatePicker, InlineTip, Input, Label } from "@medusajs/ui"
import type { UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { SEND_EVERY } from "../../gateway/frequencies"
import { isPastStart } from "../../gateway/schedule"
import { useFormats } from "../lib/formats"
import { fromDay, toDay, type SubscriptionForm } from "../lib/subscription-form"
import { useStoreCurrencies } from "../lib/client"
import { Choice, FormField } from "./form-field"

/** The form's value of each date when it is cleared. If start_date were undefined, react-hook-form would restore its default. */
const CLEARED = { start_date: "", end_date: undefined }

/** The fields for amount and schedule. */
export function SubscriptionFields({ form }: { form: UseFormReturn<SubscriptionForm> }) {
  const { t } = useTranslation()
  const label = (key: string) => t(`webcheckout.subscriptions.fields.${key}`)
  const { control } = form
  const { data: currencies = [] } = useStoreCurrencies()
  const choices = {
    currency_code: currencies.map(({ code, symbol }) => ({
      value: code,
      label: symbol === code ? code : `${code} · ${symbol}`,
    })),
    send_every: SEND_EVERY.map((value) => ({ value, label: t(`webcheckout.subscriptions.frequencies.${value}`) })),
  }
  return (
    <>
      <FormField
        control={control}
        name="description"
        label={label("description")}
        hint={t("webcheckout.subscriptions.form.descriptionHint")}
        render={(field, aria) => <Input {...field} {...aria} autoComplete="off" />}
      />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <FormField
          control={control}
          name="amount"
          label={label("amount")}
          render={(field, aria) => (
            <Input {...field} {...aria} autoComplete="off" inputMode="decimal" dir="ltr" placeholder="0.00" />
          )}
        />
        {(["currency_code", "send_every"] as const).map((name) => (
          <FormField
            key={name}
            control={control}
            name={name}
            label={label(name)}
            render={({ value, onChange }, aria) => (
              <Choice {...aria} value={value} onChange={onChange} choices={choices[name]} />
            )}
          />
        ))}
        <HourField form={form} label={label("send_on_hour")} />
        {(["start_date", "end_date"] as const).map((name) => (
          <FormField
            key={name}
            control={control}
            name={name}
            label={label(name)}
            isOptional={name === "end_date"}
            render={({ value, onChange }, aria) => (
              <DatePicker
                {...aria}
                granularity="day"
                value={fromDay(value)}
                onChange={(date) => onChange(date ? toDay(date) : CLEARED[name])}
              />
            )}
          />
        ))}
      </div>
      <PastStart form={form} />
    </>
  )
}

/** Selects the hour in UTC, which the gateway expects, and shows it in the user's time zone. */
function HourField({ form, label }: { form: UseFormReturn<SubscriptionForm>; label: string }) {
  const { t, time, zone } = useFormats()
  // While the start date is empty, the local times are today's.
  const start = form.watch("start_date") || toDay(new Date())
  const at = (hour: number) => new Date(`${start}T${String(hour).padStart(2, "0")}:00:00Z`)
  const choices = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: t("webcheckout.subscriptions.form.hour", { utc: time(at(hour), "UTC"), local: time(at(hour)) }),
  }))
  return (
    <FormField
      control={form.control}
      name="send_on_hour"
      label={label}
      hint={t("webcheckout.subscriptions.form.hourHint", { zone })}
      render={({ value, onChange }, aria) => (
        <Choice {...aria} value={String(value)} onChange={(hour) => onChange(Number(hour))} choices={choices} />
      )}
    />
  )
}

/** A start date in the past sends the first link on creation, so the form asks for confirmation. */
function PastStart({ form }: { form: UseFormReturn<SubscriptionForm> }) {
  const { t } = useTranslation()
  const [start_date, send_on_hour] = form.watch(["start_date", "send_on_hour"])
  if (!start_date || !isPastStart({ start_date, send_on_hour }, new Date())) {
    return null
  }
  return (
    <InlineTip variant="warning" label={t("webcheckout.subscriptions.form.pastLabel")} data-testid="past-start">
      <span className="flex flex-col gap-y-3">
        {t("webcheckout.subscriptions.form.past")}
        <FormField
          control={form.control}
          name="is_past_confirmed"
          label={t("webcheckout.subscriptions.form.pastQuestion")}
          render={({ value, onChange }, aria) => (
            <span className="flex items-center gap-x-2">
              <Checkbox {...aria} checked={value} onCheckedChange={(checked) => onChange(checked === true)} />
              <Label size="small" htmlFor={aria.id}>
                {t("webcheckout.subscriptions.form.pastConfirm")}
              </Label>
            </span>
          )}
        />
      </span>
    </InlineTip>
  )
}
