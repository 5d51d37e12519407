import type { TFunction } from "i18next"
import { createDataTableColumnHelper } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { DataTableFilteringState, DataTablePaginationState, DataTableSortingState } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { z } from "zod"
import { useTranslation } from "react-i18next"

const PAGE_SIZE = 20

/**
 * The URL's parameters, and a function that changes some of them; one that is undefined or empty is removed. Any change also removes `page`,
 * unless it sets it, because other rows start at page 1.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams()
  const change = (changes: Record<string, string | undefined>) => {
    const after = new URLSearchParams(params)
    for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
      if (value) {
        after.set(name, value)
      } else {
        after.delete(name)
      }
    }
    setParams(after, { replace: true })
  }
  return { params, change }
}

/**
 * Keeps a table's search, filters, sorting and page in the URL, so that a link and the back button show the same rows.
 *
 * @param filterNames ids of the filters; each is also a parameter of the list route
 */
export function useTableQuery(filterNames: readonly string[], defaultOrder: string) {
  const { params, change } = useUrlParams()
  const q = params.get("q") ?? ""
  const order = params.get("order") ?? defaultOrder
  const pageIndex = Math.max(0, (Number(params.get("page")) || 1) - 1)
  const filters: Record<string, Filter> = Object.fromEntries(
    filterNames.filter((name) => params.has(name)).map((name) => [name, filterOf(params.get(name) ?? "")])
  )
  return {
    query: { q: q || undefined, order, limit: PAGE_SIZE, offset: pageIndex * PAGE_SIZE, ...withoutEmpty(filters) },
    search: { state: q, onSearchChange: (text: string) => change({ q: text }) },
    filtering: {
      state: filters as DataTableFilteringState,
      onFilteringChange: (state: DataTableFilteringState) =>
        change(Object.fromEntries(filterNames.map((name) => [name, paramOf(state[name])]))),
    },
    sorting: {
      state: { id: order.replace(/^-/, ""), desc: order.startsWith("-") },
      onSortingChange: (state: DataTableSortingState | null) =>
        change({ order: state ? `${state.desc ? "-" : ""}${state.id}` : undefined }),
    },
    pagination: {
      state: { pageIndex, pageSize: PAGE_SIZE },
      onPaginationChange: (state: DataTablePaginationState) =>
        change({ page: state.pageIndex > 0 ? String(state.pageIndex + 1) : undefined }),
    },
  }
}

/** A filter without a value is written to the URL too, as `,`; otherwise it would disappear as soon as it is added. */
function paramOf(value: unknown): string | undefined {
  if (value === undefined) {
    return undefined
  }
  if (Array.isArray(value)) {
    return value.join(",") || ","
  }
  // A range of days in the list route's format: `{ "$gte", "$lte" }` as JSON.
  return typeof value === "object" && value !== null ? JSON.stringify(value) : ","
}

type Filter = string[] | Record<string, string>

function filterOf(param: string): Filter {
  if (!param.startsWith("{")) {
    return param.split(",").filter(Boolean)
  }
  try {
    return wholeDays(periodSchema.parse(JSON.parse(param)))
  } catch {
    return []
  }
}

/** People select days: the last day ends at midnight in the browser's time zone. */
function wholeDays({ $lte, ...period }: Record<string, string>): Record<string, string> {
  if ($lte === undefined) {
    return period
  }
  const last = new Date($lte)
  last.setHours(23, 59, 59, 999)
  return { ...period, $lte: last.toISOString() }
}

const periodSchema = z.record(z.string(), z.string())

function withoutEmpty(filters: Record<string, Filter>): Record<string, Filter> {
  return Object.fromEntries(Object.entries(filters).filter(([, values]) => Object.keys(values).length > 0))
}

/** The texts of a table's pagination. */
export function usePaginationTexts() {
  const { t } = useTranslation()
  return {
    of: t("webcheckout.table.of"),
    results: t("webcheckout.table.results"),
    // "1 of 3" without "pages": in Arabic the noun's form depends on the number.
    pages: "",
    prev: t("webcheckout.table.prev"),
    next: t("webcheckout.table.next"),
  }
}

/** The directions of a column's sorting: texts of `webcheckout.table`. */
const DIRECTIONS = { text: ["az", "za"], amount: ["lowest", "highest"], time: ["earliest", "latest"] } as const

interface ColumnOptions {
  /** The key of its label, if it is not the field. */
  name?: string
  /** The kind of values, which names the two directions. Left out if the list route cannot sort by the field. */
  sorts?: keyof typeof DIRECTIONS
}

/** Columns and filters of a table. @param of the entity: labels are `webcheckout.<of>.fields` */
export function tableFields<Row>(t: TFunction, of: "payments" | "subscriptions") {
  const helper = createDataTableColumnHelper<Row>()
  const label = (field: string) => t(`webcheckout.${of}.fields.${field}`)
  return {
    label,
    column: (field: keyof Row & string, cell: (row: Row) => ReactNode, { name = field, sorts }: ColumnOptions = {}) =>
      helper.accessor((row: Row) => row[field], {
        id: field,
        header: label(name),
        cell: ({ row }) => cell(row.original),
        ...(sorts && {
          enableSorting: true,
          sortLabel: label(name),
          sortAscLabel: t(`webcheckout.table.${DIRECTIONS[sorts][0]}`),
          sortDescLabel: t(`webcheckout.table.${DIRECTIONS[sorts][1]}`),
        }),
      }),
    /** A filter by some of these values. @param id the parameter of the list route @param field the key of its label */
    multiselect: (
      id: string,
      field: string,
      values: readonly string[],
      nameOf: (value: string) => string = String
    ) => ({
      id,
      type: "multiselect" as const,
      label: label(field),
      options: values.map((value) => ({ value, label: nameOf(value) })),
    }),
  }
}
