import { Copy, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A line of a section: a label and its value. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-2 items-start gap-x-4 px-6 py-4">
      <Text as="div" size="small" leading="compact" weight="plus">
        {label}
      </Text>
      <Text as="div" size="small" leading="compact" className="min-w-0 break-words">
        {children}
      </Text>
    </div>
  )
}

/** An identifier: left to right in every language, and copied with a click. */
export function Identifier({ value }: { value: string }) {
  return (
    <span className="flex min-w-0 items-center gap-x-1">
      <span className="truncate font-mono" dir="ltr">
        {value}
      </span>
      <Copy content={value} className="text-ui-fg-subtle shrink-0" />
    </span>
  )
}
