import { Button, Drawer, Input, Textarea } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { wordsOf } from "../lib/refused-request"
import { FormField } from "./form-field"

interface OneFieldDrawerProps {
  title: string
  hint?: string
  label: string
  /** Properties of the field, which has one line. Without them it is a note of several lines. */
  input?: ComponentProps<typeof Input>
  isOpen: boolean
  onSave: (value: string) => Promise<void>
  onClose: () => void
}

/** A drawer with one text field. An error from `onSave` is shown at the field. */
export function OneFieldDrawer({ title, hint, label, input, isOpen, onSave, onClose }: OneFieldDrawerProps) {
  const form = useForm({ defaultValues: { value: "" } })
  // Clears the field after a save. Text that was not saved stays when the drawer closes.
  const closeSaved = () => {
    form.reset()
    onClose()
  }
  const submit = form.handleSubmit(async ({ value }) => {
    if (!value.trim()) {
      form.setError("value", { message: "webcheckout.subscriptions.problems.required" })
      return
    }
    await onSave(value.trim()).then(closeSaved, (error: unknown) => form.setError("value", { message: wordsOf(error) }))
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
            <FormField
              control={form.control}
              name="value"
              label={label}
              render={(field, aria) =>
                input ? <Input {...field} {...aria} {...input} /> : <Textarea {...field} {...aria} maxLength={2000} />
              }
            />
          </Drawer.Body>
          <DrawerButtons label={title} isPending={form.formState.isSubmitting} />
        </form>
      </Drawer.Content>
    </Drawer>
  )
}

/** The buttons of a form in a drawer. */
export function DrawerButtons({ label, isPending }: { label: string; isPending: boolean }) {
  const { t } = useTranslation()
  return (
    <Drawer.Footer>
      <Drawer.Close asChild>
        <Button size="small" variant="secondary" type="button">
          {t("webcheckout.actions.cancel")}
        </Button>
      </Drawer.Close>
      <Button size="small" type="submit" isLoading={isPending}>
        {label}
      </Button>
    </Drawer.Footer>
  )
}
