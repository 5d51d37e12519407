import { useQuery } from "@tanstack/react-query"
import { statementFileName } from "../../modules/web-checkout/rules/statement-answer"
import type { readStatement } from "../../workflows/statement/read-statement"
import { useReloadingMutation } from "./actions"
import { backendUrl, queryOf, sdk, POLL_MS, type Json } from "./client"
import { post } from "./refused-request"

/** The answer of GET /admin/webcheckout/statement. */
export type AdminStatement = Json<Awaited<ReturnType<typeof readStatement>>>

/** The totals of gateway, ledger and Medusa for one account and currency. */
export type AdminSum = AdminStatement["sums"][number]

/** One checkout whose amounts differ. */
export type AdminDifference = AdminStatement["differences"][number]

/** The filters of a statement. */
export type StatementQuery = Record<"from" | "to" | "environment", string> &
  Partial<Record<"account" | "currency_code", string>>

const PATH = "/admin/webcheckout/statement"
/** Reloaded more often while the gateway is being asked. */
const ASKING_POLL_MS = 3000

export function useStatement(query: StatementQuery) {
  return useQuery({
    ...queryOf<{ statement: AdminStatement }>("statement", { ...query }),
    select: ({ statement }) => statement,
    refetchInterval: ({ state }) => ((state.data?.statement.to_compare ?? 0) > 0 ? ASKING_POLL_MS : POLL_MS),
  })
}

/** Requests that the gateway is asked about every checkout of a statement and the books are compared. */
export function useCompare({ environment: _, ...scope }: StatementQuery) {
  return useReloadingMutation(() => post<{ to_compare: number }>(`${PATH}/compare`, scope))
}

/** The URL of the statement as a file. */
export function statementFile(query: StatementQuery): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  return `${backendUrl.replace(/\/+$/, "")}${PATH}?${new URLSearchParams([...given, ["format", "csv"]]).toString()}`
}

/** Downloads the file for an admin that uses tokens, which a link cannot send: the whole file is loaded and then given to the browser. */
export async function saveStatement(query: StatementQuery): Promise<void> {
  const answer = await sdk.client.fetch<Response>(PATH, {
    query: { ...query, format: "csv" },
    headers: { accept: "text/csv" },
  })
  const link = document.createElement("a")
  link.href = URL.createObjectURL(await answer.blob())
  link.download = statementFileName(query)
  link.click()
  URL.revokeObjectURL(link.href)
}
