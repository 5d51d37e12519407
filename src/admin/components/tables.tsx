import { DataTable, Table, type useDataTable } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { usePaginationTexts } from "../lib/table-query"

interface ListTableProps<Row> {
  /** Whose texts: those of `webcheckout.<of>.list`. */
  of: "payments" | "subscriptions"
  /** The text if there are no rows; its explanation is `<empty>Hint`. */
  empty: string
  instance: ReturnType<typeof useDataTable<Row>>
  /** At the start of the toolbar. */
  start: ReactNode
  searchPlaceholder: string
  /** At the end of the toolbar. */
  children?: ReactNode
}

/** A list of rows that the server searches, filters, sorts and pages. */
export function ListTable<Row>({ of, empty, instance, start, searchPlaceholder, children }: ListTableProps<Row>) {
  const { t } = useTranslation()
  const text = (key: string) => t(`webcheckout.${of}.list.${key}`)
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
      <DataTable.Table
        emptyState={{
          empty: { heading: text(empty), description: text(`${empty}Hint`) },
          filtered: { heading: text("noResults"), description: text("noResultsHint") },
        }}
      />
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

interface ScrollableTableProps {
  label: string
  columns: TableColumn[]
  children: ReactNode
}

/** A table that scrolls sideways where the screen is narrow, also by keyboard. */
export function ScrollableTable({ label, columns, children }: ScrollableTableProps) {
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
