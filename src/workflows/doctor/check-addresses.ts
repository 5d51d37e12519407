import { isIP } from "node:net"
import type { WebCheckoutOptions } from "../../modules/web-checkout/options"
import { landingUrl } from "../checkout/landing/choose-landing-page"
import { finding, type Finding } from "./findings"

const TIMEOUT_MS = 5000
/** An order and a cart that nobody has. */
const UNKNOWN_ID = "webcheckout-doctor"
const NOBODY = { country_code: "ae", order_id: UNKNOWN_ID, cart_id: UNKNOWN_ID }

/** Whether an address's path has a segment that is a version, such as `2.0` or `v2`: the merchant API's has one. */
export function hasVersion(baseUrl: string): boolean {
  return new URL(baseUrl).pathname.split("/").some((segment) => /^v?\d+(\.\d+)*$/i.test(segment))
}

/** Checks the URL to which the payment service sends shoppers back. Whether others can reach it can only be guessed from here. */
export async function checkBackend({ backendUrl, environment }: WebCheckoutOptions): Promise<Finding[]> {
  const { hostname } = new URL(backendUrl)
  if (environment === "live" && isLocal(hostname)) {
    return [finding("backend", "backend_local", backendUrl)]
  }
  const health = await ask(`${backendUrl.replace(/\/+$/, "")}/health`)
  return [health?.ok ? finding("backend", "ok", backendUrl) : finding("backend", "backend_away", backendUrl)]
}

/** Checks the pages that shoppers land on. A page that is opened by an order's or a cart's id may answer 404; it must not be unavailable. */
export async function checkStorefront({ storefront }: WebCheckoutOptions): Promise<Finding[]> {
  const pages = [
    ...new Set((["paid", "failed", "pending"] as const).map((outcome) => landingUrl(storefront, outcome, NOBODY))),
  ]
  const answers = await Promise.all(pages.map(async (page) => ({ page, answer: await ask(page) })))
  const wrong = answers.flatMap(({ page, answer }) => {
    if (!answer || answer.status >= 500) {
      return [finding("storefront", "storefront_away", page)]
    }
    const isMissing = answer.status === 404 && !page.includes(UNKNOWN_ID)
    return isMissing ? [finding("storefront", "storefront_page_missing", page)] : []
  })
  return wrong.length === 0 ? [finding("storefront", "ok", storefront.url)] : wrong
}

/** How far a server's clock is from ours, in seconds, by its answer's Date; undefined where it has none. */
export async function clockOffset(address: string): Promise<number | undefined> {
  const startedMs = Date.now()
  const date = (await ask(address, "HEAD"))?.headers.get("date")
  const theirs = date ? Date.parse(date) : NaN
  const ours = (startedMs + Date.now()) / 2
  return Number.isNaN(theirs) ? undefined : Math.round((ours - theirs) / 1000)
}

async function ask(address: string, method: "GET" | "HEAD" = "GET"): Promise<Response | undefined> {
  try {
    const answer = await fetch(address, { method, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) })
    await answer.body?.cancel()
    return answer
  } catch {
    return undefined
  }
}

/** Names and addresses that only this machine or its network knows. */
function isLocal(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "")
  if (isIP(bare) === 0) {
    return bare === "localhost" || !bare.includes(".") || /\.(local|localhost|internal|lan)$/.test(bare)
  }
  return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|fe80:|f[cd])/i.test(bare)
}
