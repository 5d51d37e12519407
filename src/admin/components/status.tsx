import { StatusBadge } from "@medusajs/ui"
import type { ComponentProps } from "react"

/** Medusa's badge leaves room at its right end only: from right to left the text would stand against the border. */
const ROOM = { paddingInline: "0 0.25rem" }

/** A status, in one line and in both directions of writing. */
export function Status(props: ComponentProps<typeof StatusBadge>) {
  return <StatusBadge {...props} className="text-nowrap" style={ROOM} />
}
