import { useMutation, useQuery } from "@tanstack/react-query"
import type { Finding } from "../../workflows/doctor/findings"
import type { readSetup } from "../../workflows/doctor/read-setup"
import { queryOf, type Json } from "./client"
import { post } from "./refused-request"

/** The answer of GET /admin/webcheckout/setup. */
export type AdminSetup = Json<Awaited<ReturnType<typeof readSetup>>>

export function useSetup() {
  return useQuery({ ...queryOf<{ setup: AdminSetup }>("setup"), select: ({ setup }) => setup })
}

/** The self-check. It calls the gateway, so it runs only on request. */
export function useSelfCheck() {
  return useMutation({ mutationFn: () => post<{ findings: Finding[] }>("/admin/webcheckout/setup/check", {}) })
}
