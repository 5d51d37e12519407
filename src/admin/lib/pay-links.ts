import { useMutation, useQuery } from "@tanstack/react-query"
import type { NewPayLinkInput } from "../../workflows/pay-link/create-pay-link"
import type { listPayLinks } from "../../workflows/pay-link/list-pay-links"
import { useReloadingMutation } from "./actions"
import { queryOf, POLL_MS, type Json } from "./client"
import { post } from "./refused-request"

const PATH = "/admin/webcheckout/pay-links"
const KEY = ["webcheckout", "pay-links"]
/** Matches every query. Medusa's own parts of the page must reload too: they show the recorded payment, or the order that a draft has become. */
const EVERYTHING: string[] = []

/** GET /admin/webcheckout/pay-links */
type AdminPayLinks = Json<Awaited<ReturnType<typeof listPayLinks>>>

/** A pay link as the API returns it. Amounts in major units. */
export type AdminPayLink = AdminPayLinks["pay_links"][number]

/** What its order owes, and whether it can be paid. */
export type PayLinkOrder = AdminPayLinks["order"]

type WithUrl = AdminPayLink & { url: string }

/** An order's pay links and the amount it owes. Reloaded while the page is open, because it may be paid. */
export function usePayLinks(order_id: string) {
  return useQuery({ ...queryOf<AdminPayLinks>("pay-links", { order_id }), refetchInterval: POLL_MS })
}

export function useCreatePayLink() {
  return useReloadingMutation(async (link: Omit<NewPayLinkInput, "actor_id">): Promise<PayLinkAddresses> => {
    const { pay_link } = await post<{ pay_link: WithUrl }>(PATH, link)
    // The link exists: a later failure must not create it again.
    return { copy: pay_link.url, qr: await newAddress(pay_link.id, "qr").catch(() => pay_link.url) }
  }, EVERYTHING)
}

/** Two URLs of one link, to copy and for the QR code. Each is shown only once. */
export type PayLinkAddresses = Record<"copy" | "qr", string>

/** Creates more URLs of a link. */
export function useNewAddresses() {
  return useMutation({
    mutationFn: async (id: string): Promise<PayLinkAddresses> => {
      const [copy, qr] = await Promise.all((["copy", "qr"] as const).map((purpose) => newAddress(id, purpose)))
      return { copy, qr }
    },
  })
}

async function newAddress(id: string, purpose: keyof PayLinkAddresses): Promise<string> {
  const { pay_link } = await post<{ pay_link: WithUrl }>(`${PATH}/${id}/url`, { purpose })
  return pay_link.url
}

/** The actions on a link other than showing its URL. */
export function usePayLinkAction(id: string, action: "end" | "renew" | "send" | "paid-another-way") {
  return useReloadingMutation(
    () => post<{ pay_link: AdminPayLink }>(`${PATH}/${id}/${action}`, {}),
    action === "paid-another-way" ? EVERYTHING : KEY
  )
}
