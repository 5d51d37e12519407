import { Table } from "@medusajs/ui"
import type { ReactNode } from "react"

export interface TableColumn {
  title: string
  /** Aligned to the end of the line. */
  isAmount?: boolean
  /** Only screen readers read the title. */
  isForScreenReader?: boolean
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
            {columns.map(({ title, isAmount, isForScreenReader }) => (
              <Table.HeaderCell key={title} className={isAmount ? "text-end" : undefined}>
                {isForScreenReader ? <span className="sr-only">{title}</span> : title}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>{children}</Table.Body>
      </Table>
    </div>
  )
}
