import { DataTable, Table, type useDataTable } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { usePaginationTexts } from "../lib/table-query"

interface ListTableProps<Row> {
  instance: ReturnType<typeof useDataTable<Row>>
  /** Beside the search field. */
  heading: ReactNode
  /** What the search field asks for. */
  search: string
  of: "payments" | "subscriptions"
  /** The key of the text for an empty list. */
  empty?: string
  children?: ReactNode
}

/** A list of rows that the server searches, filters, sorts and pages. */
export function ListTable<Row>({ instance, heading, search, of, empty = "empty", children }: ListTableProps<Row>) {
  const { t } = useTranslation()
  const paginationTexts = usePaginationTexts()
  const emptyTexts = (key: string) => ({
    heading: t(`webcheckout.${of}.list.${key}`),
    description: t(`webcheckout.${of}.list.${key}Hint`),
  })
  return (
    <DataTable instance={instance}>
      <DataTable.Toolbar
        className="flex flex-col items-start justify-between gap-3 md:flex-row md:items-center"
        translations={{ clearAll: t("webcheckout.table.clearAll"), sort: t("webcheckout.table.sort") }}
      >
        {heading}
        <div className="flex w-full items-center gap-2 md:w-auto">
          <DataTable.Search placeholder={search} className="w-full md:w-72" />
          <DataTable.FilterMenu tooltip={t("webcheckout.table.filter")} />
          <DataTable.SortingMenu tooltip={t("webcheckout.table.sort")} />
          {children}
        </div>
      </DataTable.Toolbar>
      <DataTable.Table emptyState={{ empty: emptyTexts(empty), filtered: emptyTexts("noResults") }} />
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
