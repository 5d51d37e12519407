import { Table } from "@medusajs/ui"
import type { ReactNode } from "react"

export interface TableColumn {
  title: string
  /** Aligned to the end of the line. */
  isAmount?: boolean
  /** Read out by a screen reader only. */
  isUnseen?: boolean
}

/** A table that scrolls sideways where the screen is narrow, also by keyboard. */
export function ScrollableTable({
  label,
  columns,
  children,
}: {
  label: string
  columns: TableColumn[]
  children: ReactNode
}) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={label}>
      <Table>
        <Table.Header>
          <Table.Row>
            {columns.map(({ title, isAmount, isUnseen }) => (
              <Table.HeaderCell key={title} className={isAmount ? "text-end" : undefined}>
                {isUnseen ? <span className="sr-only">{title}</span> : title}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>{children}</Table.Body>
      </Table>
    </div>
  )
}
