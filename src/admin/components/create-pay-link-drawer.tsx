import { Alert, Drawer, Input, Textarea } from "@medusajs/ui"
import { useState } from "react"
import { useForm, type UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { useFormats } from "../lib/formats"
import { useCreatePayLink, type PayLinkOrder, type PayLinkAddresses } from "../lib/pay-links"
import { RefusedRequest, wordsOf } from "../lib/refused-request"
import { Choice, FormField } from "./form-field"
import { DrawerButtons } from "./one-field-drawer"
import { PayLinkAddress } from "./pay-link-address"
import { SmallButton } from "./section"

const DAY_MS = 86_400_000
/** For how many days a link is valid; 0 for the period in the options. */
const DAYS = ["0", "1", "3", "7", "30"] as const
const FIELDS = ["amount", "note"] as const

interface PayLinkForm {
  amount: string
  days: (typeof DAYS)[number]
  note: string
}

/** Creates a pay link and shows its URL. After converting a draft, it opens the order. */
export function CreatePayLinkDrawer({ order, onClose }: { order: PayLinkOrder; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [addresses, setAddresses] = useState<PayLinkAddresses>()
  const [wasDraft] = useState(order.is_draft)
  const close = () => {
    onClose()
    if (addresses && wasDraft) {
      void navigate(`/orders/${order.id}`)
    }
  }
  return (
    <Drawer open onOpenChange={(open) => !open && close()}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{t(`webcheckout.payLinks.${addresses ? "made" : "create"}`)}</Drawer.Title>
        </Drawer.Header>
        {addresses === undefined ? (
          <CreatePayLinkForm order={order} onMade={setAddresses} />
        ) : (
          <>
            <Drawer.Body className="overflow-y-auto">
              <PayLinkAddress {...addresses} />
            </Drawer.Body>
            <Drawer.Footer>
              <SmallButton onClick={close}>{t("webcheckout.payLinks.close")}</SmallButton>
            </Drawer.Footer>
          </>
        )}
      </Drawer.Content>
    </Drawer>
  )
}

function CreatePayLinkForm({ order, onMade }: { order: PayLinkOrder; onMade: (addresses: PayLinkAddresses) => void }) {
  const { t } = useTranslation()
  const form = useForm<PayLinkForm>({ defaultValues: { amount: "", days: "0", note: "" } })
  const [refusal, setRefusal] = useState<string>()
  const { mutateAsync, isPending } = useCreatePayLink()
  const submit = form.handleSubmit(async ({ amount, days, note }) => {
    setRefusal(undefined)
    try {
      const addresses = await mutateAsync({
        order_id: order.id,
        amount: amount.trim() === "" ? undefined : Number(amount),
        expires_at: days === "0" ? undefined : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        note: note.trim() || undefined,
        convert_draft: order.is_draft || undefined,
      })
      onMade(addresses)
    } catch (error) {
      const problems = error instanceof RefusedRequest ? error.problems : []
      const known = FIELDS.flatMap((name) => problems.filter(({ field }) => field === name))
      known.forEach(({ field, rule }) => form.setError(field === "note" ? "note" : "amount", { message: rule }))
      setRefusal(known.length > 0 ? undefined : wordsOf(error))
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col overflow-hidden" noValidate>
      <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
        <Drawer.Description className="text-ui-fg-subtle txt-small">
          {t(`webcheckout.payLinks.${order.is_draft ? "draftHint" : "createHint"}`)}
        </Drawer.Description>
        {refusal && (
          <Alert variant="error" role="alert">
            {refusal}
          </Alert>
        )}
        <PayLinkFields form={form} order={order} />
      </Drawer.Body>
      <DrawerButtons
        label={t(`webcheckout.payLinks.${order.is_draft ? "convertAndCreate" : "create"}`)}
        isPending={isPending}
      />
    </form>
  )
}

function PayLinkFields({ form, order }: { form: UseFormReturn<PayLinkForm>; order: PayLinkOrder }) {
  const { t, money } = useFormats()
  const choices = DAYS.map((days) => ({
    value: days,
    label: t("webcheckout.payLinks.days", { count: days === "0" ? order.expire_after_days : Number(days) }),
  }))
  return (
    <>
      <FormField
        control={form.control}
        name="amount"
        label={t("webcheckout.payLinks.fields.amount")}
        hint={t("webcheckout.payLinks.amountHint", { amount: money(order.owed, order.currency_code) })}
        isOptional
        render={(field, aria) => <Input {...field} {...aria} type="number" inputMode="decimal" min="0" step="any" />}
      />
      <FormField
        control={form.control}
        name="days"
        label={t("webcheckout.payLinks.fields.days")}
        render={({ value, onChange }, aria) => <Choice {...aria} value={value} onChange={onChange} choices={choices} />}
      />
      <FormField
        control={form.control}
        name="note"
        label={t("webcheckout.payLinks.fields.note")}
        hint={t("webcheckout.payLinks.noteHint")}
        isOptional
        render={(field, aria) => <Textarea {...field} {...aria} maxLength={1000} />}
      />
    </>
  )
}
