import { useMutation, useQuery } from "@tanstack/react-query"
import type { Finding } from "../../workflows/doctor/findings"
import type { readSetup } from "../../workflows/doctor/read-setup"
import { sdk, type Json } from "./client"
import { post } from "./refused-request"

/** The answer of GET /admin/webcheckout/setup. */
export type AdminSetup = Json<Awaited<ReturnType<typeof readSetup>>>

const PATH = "/admin/webcheckout/setup"

export function useSetup() {
  return useQuery({
    queryKey: ["webcheckout", "setup"],
    queryFn: () => sdk.client.fetch<{ setup: AdminSetup }>(PATH),
    select: ({ setup }) => setup,
  })
}

/** The self-check. It calls the gateway, so it runs only on request. */
export function useSelfCheck() {
  return useMutation({ mutationFn: () => post<{ findings: Finding[] }>(`${PATH}/check`, {}) })
}
