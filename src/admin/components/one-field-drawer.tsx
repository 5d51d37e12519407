import { Button, Drawer } from "@medusajs/ui"
import type { ReactElement } from "react"
import { useForm, type ControllerRenderProps } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { FormField, type FieldAria } from "./form-field"
import { wordsOf } from "../lib/refused-request"

interface Fields {
  value: string
}

/** A drawer with one text field. An error from `onSave` is shown at the field. */
export function OneFieldDrawer({
  title,
  hint,
  label,
  render,
  isOpen,
  isPending,
  onSave,
  onClose,
}: {
  title: string
  hint?: string
  label: string
  render: (field: ControllerRenderProps<Fields, "value">, aria: FieldAria) => ReactElement
  isOpen: boolean
  isPending: boolean
  onSave: (value: string) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useForm<Fields>({ defaultValues: { value: "" } })
  const submit = form.handleSubmit(async ({ value }) => {
    if (!value.trim()) {
      form.setError("value", { message: "webcheckout.subscriptions.problems.required" })
      return
    }
    await onSave(value.trim()).then(onClose, (error: unknown) => form.setError("value", { message: wordsOf(error) }))
  })
  return (
    <Drawer open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content>
        <form onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col overflow-hidden" noValidate>
          <Drawer.Header>
            <Drawer.Title>{title}</Drawer.Title>
          </Drawer.Header>
          <Drawer.Body className="flex flex-1 flex-col gap-y-4 overflow-y-auto">
            {hint && <Drawer.Description className="text-ui-fg-subtle txt-small">{hint}</Drawer.Description>}
            <FormField control={form.control} name="value" label={label} render={render} />
          </Drawer.Body>
          <Drawer.Footer>
            <Drawer.Close asChild>
              <Button size="small" variant="secondary" type="button">
                {t("webcheckout.actions.cancel")}
              </Button>
            </Drawer.Close>
            <Button size="small" type="submit" isLoading={isPending}>
              {title}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  )
}
