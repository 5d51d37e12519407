import { DataTable, Table, type useDataTable } from "@medusajs/ui"
import type { ComponentProps, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { usePaginationTexts } from "../lib/table-query"

interface ListTableProps<Row> {
  instance: ReturnType<typeof useDataTable<Row>>
  /** At the start of the toolbar. */
  start: ReactNode
  searchPlaceholder: string
  /** If there are no rows, and if none matches the filters: heading and description. */
  emptyState: ComponentProps<typeof DataTable.Table>["emptyState"]
  /** At the end of the toolbar. */
  children?: ReactNode
}

/** A list of rows that the server searches, filters, sorts and pages. */
export function ListTable<Row>({ instance, start, searchPlaceholder, emptyState, children }: ListTableProps<Row>) {
  const { t } = useTranslation()
  const paginationTexts = usePaginationTexts()
  return (
    <DataTable instance={instance}>
      <DataTable.Toolbar
        className="flex flex-col items-start justify-between gap-3 md:flex-row md:items-center"
        translations={{ clearAll: t("webcheckout.table.clearAll"), sort: t("webcheckout.table.sort") }}
      >
        {start}
        <div className="flex w-full items-center gap-2 md:w-auto">
          <DataTable.Search placeholder={searchPlaceholder} className="w-full md:w-72" />
          <DataTable.FilterMenu tooltip={t("webcheckout.table.filter")} />
          <DataTable.SortingMenu tooltip={t("webcheckout.table.sort")} />
          {children}
        </div>
      </DataTable.Toolbar>
      <DataTable.Table emptyState={emptyState} />
      <DataTable.Pagination translations={paginationTexts} />
    </DataTable>
  )
}

interface TableColumn {
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
