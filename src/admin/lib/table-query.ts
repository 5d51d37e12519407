import type { DataTableFilteringState, DataTablePaginationState, DataTableSortingState } from "@medusajs/ui"
import { useCallback } from "react"
import { useSearchParams } from "react-router-dom"

const PAGE_SIZE = 20

/**
 * A table's search, filters, sorting and page, kept in the page's address: a link shows the same rows, and the back button
 * comes back to them.
 *
 * @param filterNames the filters' ids, which are the list route's parameters
 */
export function useTableQuery(filterNames: readonly string[], defaultOrder: string) {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === "") {
              after.delete(name)
            } else {
              after.set(name, value)
            }
          }
          return after
        },
        { replace: true }
      ),
    [setParams]
  )
  const q = params.get("q") ?? ""
  const order = params.get("order") ?? defaultOrder
  const pageIndex = Math.max(0, (Number(params.get("page")) || 1) - 1)
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name)
      return value === null ? [] : [[name, value.split(",").filter(Boolean)]]
    })
  )
  return {
    query: { q: q || undefined, order, limit: PAGE_SIZE, offset: pageIndex * PAGE_SIZE, ...withoutEmpty(filters) },
    isFiltered: q !== "" || Object.keys(withoutEmpty(filters)).length > 0,
    search: { state: q, onSearchChange: (text: string) => change({ q: text, page: undefined }) },
    filtering: {
      state: filters as DataTableFilteringState,
      onFilteringChange: (state: DataTableFilteringState) =>
        change({
          page: undefined,
          ...Object.fromEntries(filterNames.map((name) => [name, paramOf(state[name])])),
        }),
    },
    sorting: {
      state: { id: order.replace(/^-/, ""), desc: order.startsWith("-") },
      onSortingChange: (state: DataTableSortingState | null) =>
        change({ order: state ? `${state.desc ? "-" : ""}${state.id}` : undefined, page: undefined }),
    },
    pagination: {
      state: { pageIndex, pageSize: PAGE_SIZE },
      onPaginationChange: (state: DataTablePaginationState) =>
        change({ page: state.pageIndex > 0 ? String(state.pageIndex + 1) : undefined }),
    },
  }
}

/** A filter that was just added and holds nothing yet stays in the address, so that it stays on the page. */
function paramOf(value: unknown): string | undefined {
  if (value === undefined) {
    return undefined
  }
  return Array.isArray(value) && value.length > 0 ? value.join(",") : ","
}

function withoutEmpty(filters: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0))
}
