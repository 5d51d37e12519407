import { Hint, Label, Select } from "@medusajs/ui"
import { useId, type AriaAttributes, type ComponentProps, type ReactElement, type ReactNode } from "react"
import {
  useController,
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
} from "react-hook-form"
import { useTranslation } from "react-i18next"

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> {
  control: Control<Values>
  name: Name
  label: string
  isOptional?: boolean
  hint?: ReactNode
  /** `aria` connects the control with its label and its error message: pass it to the control. */
  render: (field: ControllerRenderProps<Values, Name>, aria: FieldAria) => ReactElement
}

type FieldAria = AriaAttributes & { id: string; "aria-label": string }

/** A control with its label and its error message. Messages of the schema are translation keys; the server's are sentences, shown as they are. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  label,
  isOptional,
  hint,
  render,
}: FormFieldProps<Values, Name>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name })
  const id = useId()
  const problem = fieldState.error?.message
  const aria: FieldAria = {
    id,
    "aria-label": label,
    "aria-invalid": problem !== undefined,
    "aria-describedby": problem === undefined ? undefined : `${id}-problem`,
  }
  return (
    <div className="flex min-w-0 flex-col gap-y-2">
      <div className="flex items-center gap-x-1">
        <Label size="small" weight="plus" htmlFor={id}>
          {label}
        </Label>
        {isOptional && (
          <Label size="small" className="text-ui-fg-subtle">
            {t("webcheckout.subscriptions.form.optional")}
          </Label>
        )}
      </div>
      {render(field, aria)}
      {hint && !problem && <Hint>{hint}</Hint>}
      {problem && (
        <Hint id={`${id}-problem`} variant="error" role="alert">
          {t(problem)}
        </Hint>
      )}
    </div>
  )
}

interface ChoiceProps extends Omit<ComponentProps<typeof Select.Trigger>, "value" | "onChange" | "dir"> {
  value: string
  choices: { value: string; label: string }[]
  onChange: (value: string) => void
  size?: "small" | "base"
}

/** A select. Other properties are given to its trigger. */
export function Choice({ value, choices, onChange, size, ...trigger }: ChoiceProps) {
  const { i18n } = useTranslation()
  return (
    <Select size={size} value={value} onValueChange={onChange} dir={i18n.dir()}>
      <Select.Trigger {...trigger}>
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        {choices.map((choice) => (
          <Select.Item key={choice.value} value={choice.value}>
            {choice.label}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}
