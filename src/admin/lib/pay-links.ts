import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { PayLink, PayLinkState } from "../../modules/web-checkout/rules/pay-link"
import type { MailOutcome, PayMailKind } from "../../modules/web-checkout/rules/mail"
import { sdk, POLL_MS } from "./client"
import { post } from "./refused-request"

const PATH = "/admin/webcheckout/pay-links"
const KEY = ["webcheckout", "pay-links"]

/** A pay link as the API returns it. Amounts in major units. */
export interface AdminPayLink extends Pick<
  PayLink,
  "id" | "order_id" | "order_reference" | "amount" | "currency_code" | "note"
> {
  state: PayLinkState
  to_pay: number
  paid: number
  expires_at: string
  ended_at: string | null
  paid_at: string | null
  created_at: string
  /** When the next reminder is sent; null for none. */
  remind_at: string | null
  /** The mails sent for it, the newest first. */
  mails: { kind: PayMailKind; outcome: MailOutcome | null; sent_at: string | null; created_at: string }[]
}

/** GET /admin/webcheckout/pay-links */
export interface AdminPayLinks {
  pay_links: AdminPayLink[]
  order: {
    id: string
    owed: number
    currency_code: string
    is_canceled: boolean
    is_draft: boolean
    is_being_paid: boolean
    provider_id: string | null
    expire_after_days: number
    why_no_mail: "no_provider" | "no_address" | null
  }
}

/** POST /admin/webcheckout/pay-links */
export interface NewPayLink {
  order_id: string
  amount?: number
  expires_at?: string
  note?: string
  convert_draft?: boolean
}

type WithUrl = AdminPayLink & { url: string }

/** An order's pay links and the amount it owes. Reloaded while the page is open, because it may be paid. */
export function usePayLinks(order_id: string) {
  return useQuery({
    queryKey: [...KEY, order_id],
    queryFn: () => sdk.client.fetch<AdminPayLinks>(PATH, { query: { order_id } }),
    refetchInterval: POLL_MS,
  })
}

export function useCreatePayLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (link: NewPayLink): Promise<PayLinkAddresses> => {
      const { pay_link } = await post<{ pay_link: WithUrl }>(PATH, link)
      // The link exists: a later failure must not create it again.
      return { copy: pay_link.url, qr: await newAddress(pay_link.id, "qr").catch(() => pay_link.url) }
    },
    // A converted draft is an order now: Medusa's own parts of the page must reload.
    onSettled: () => queries.invalidateQueries(),
  })
}

/** Two URLs of one link. Each is shown only once. */
export interface PayLinkAddresses {
  /** To copy. */
  copy: string
  /** For the QR code. */
  qr: string
}

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
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => post<{ pay_link: AdminPayLink }>(`${PATH}/${id}/${action}`, {}),
    // Medusa's own parts of the page show the recorded payment.
    onSettled: () => queries.invalidateQueries(action === "paid-another-way" ? {} : { queryKey: KEY }),
  })
}
