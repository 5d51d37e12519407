import { zodResolver } from "@hookform/resolvers/zod"
import { BigNumber } from "bignumber.js"
import { Alert, Button, FocusModal, Heading, toast, Input, RadioGroup } from "@medusajs/ui"
import { useEffect, useState } from "react"
import { useForm, type UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import {
  emptySubscriptionForm,
  fieldProblems,
  subscriptionFormSchema,
  toNewSubscription,
  type SubscriptionForm,
} from "../lib/subscription-form"
import { newIdempotencyKey } from "../lib/actions"
import { RefusedRequest, wordsOf } from "../lib/refused-request"
import { useCreateSubscription } from "../lib/subscriptions"
import { useStoreCurrencies } from "../lib/client"
import { SchedulePreview } from "./schedule-card"
import { SubscriptionFields } from "./subscription-fields"
import { CustomerPicker } from "./customer-picker"
import { FormField } from "./form-field"
import { Muted } from "./section"

interface CreateSubscriptionModalProps {
  isOpen: boolean
  onClose: () => void
  prefill?: Partial<SubscriptionForm>
}

/** The form for a new subscription, as a full-screen modal. */
export function CreateSubscriptionModal({ isOpen, onClose, prefill }: CreateSubscriptionModalProps) {
  return (
    <FocusModal open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <FocusModal.Content>
        {isOpen && <CreateSubscriptionForm prefill={prefill} onClose={onClose} />}
      </FocusModal.Content>
    </FocusModal>
  )
}

function CreateSubscriptionForm({ prefill, onClose }: Omit<CreateSubscriptionModalProps, "isOpen">) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm<SubscriptionForm>({
    defaultValues: emptySubscriptionForm(prefill),
    resolver: zodResolver(subscriptionFormSchema),
  })
  useFirstCurrency(form, prefill?.amount)
  const [key, setKey] = useState(newIdempotencyKey)
  const [refusal, setRefusal] = useState<string>()
  const { mutateAsync, isPending } = useCreateSubscription()

  const submit = form.handleSubmit(async (values) => {
    setRefusal(undefined)
    try {
      const { subscription } = await mutateAsync(toNewSubscription(values, key))
      if (subscription.status === "unconfirmed") {
        toast.warning(t("webcheckout.subscriptions.toasts.unconfirmed"))
      } else {
        toast.success(t("webcheckout.subscriptions.toasts.created"))
      }
      onClose()
      void navigate(`/webcheckout/subscriptions/${subscription.id}`)
    } catch (error) {
      const refused = error instanceof RefusedRequest ? error : undefined
      if (refused?.status === 400) {
        // 400 is final: the values were refused. The next request is a new one and needs a new key.
        setKey(newIdempotencyKey())
      }
      const problems = fieldProblems(refused?.problems ?? [], values.who)
      problems?.forEach(([field, message]) => form.setError(field, { message }))
      setRefusal(problems ? undefined : wordsOf(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col overflow-hidden" noValidate>
      <FocusModal.Header />
      <FocusModal.Body className="flex flex-1 flex-col items-center overflow-y-auto px-4 py-8 md:py-16">
        <div className="flex w-full max-w-[720px] flex-col gap-y-8">
          <div>
            <FocusModal.Title asChild>
              <Heading>{t("webcheckout.subscriptions.form.title")}</Heading>
            </FocusModal.Title>
            <FocusModal.Description asChild>
              <Muted>{t("webcheckout.subscriptions.form.hint")}</Muted>
            </FocusModal.Description>
          </div>
          {refusal && (
            <Alert variant="error" role="alert">
              {refusal}
            </Alert>
          )}
          <PersonFields form={form} />
          <SubscriptionFields form={form} />
          <SchedulePreview control={form.control} />
        </div>
      </FocusModal.Body>
      <FocusModal.Footer>
        <FocusModal.Close asChild>
          <Button size="small" variant="secondary" type="button">
            {t("webcheckout.actions.cancel")}
          </Button>
        </FocusModal.Close>
        <Button size="small" type="submit" isLoading={isPending}>
          {t("webcheckout.subscriptions.form.submit")}
        </Button>
      </FocusModal.Footer>
    </form>
  )
}

/** Selects the store's default currency if none is selected, and sets `digits` to the selected currency's decimal places. */
function useFirstCurrency({ getValues, setValue, watch }: UseFormReturn<SubscriptionForm>, prefilled?: string) {
  const { data: currencies } = useStoreCurrencies()
  const code = watch("currency_code")
  useEffect(() => {
    const chosen = currencies?.find((currency) => currency.code === code.toUpperCase()) ?? currencies?.[0]
    if (!chosen) {
      return
    }
    setValue("currency_code", chosen.code)
    setValue("digits", chosen.digits)
    if (prefilled !== undefined && getValues("amount") === prefilled) {
      // An order's total may have more decimal places than its currency.
      setValue("amount", new BigNumber(prefilled).decimalPlaces(chosen.digits, BigNumber.ROUND_HALF_UP).toFixed())
    }
  }, [currencies, code, prefilled, getValues, setValue])
}

const WHO = ["existing", "new"] as const

/** The recipient of the links: a customer of the store, or a new person. */
function PersonFields({ form: { control, watch } }: { form: UseFormReturn<SubscriptionForm> }) {
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
