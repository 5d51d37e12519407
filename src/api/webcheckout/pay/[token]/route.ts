import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import { isPayable } from "../../../../modules/web-checkout/rules/pay-link"
import { safeWords } from "../../../../modules/web-checkout/errors"
import { goOnPaying } from "../../../../workflows/pay-link/go-on-paying"
import { readPayPage } from "../../../../workflows/pay-link/read-pay-page"
import { PAGE_POLICY, payPage } from "../page"
import { PAGE_LANGUAGES, type PageLanguage } from "../texts"

/** What somebody sees who holds one of a pay link's addresses. Changes nothing and asks nobody; open to everybody. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerPage(req, res)
}

/**
 * The page's button: leads to the gateway, or back to the page, which says why there is nothing to pay. Where no payment could be
 * begun, and one still could be, the page says so.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const link = await req.scope.resolve(WEB_CHECKOUT).payLinks.findByToken(req.params.token)
  if (!link) {
    await answerPage(req, res)
    return
  }
  try {
    const { redirect_url } = await goOnPaying(req.scope, link)
    setHeaders(res)
    // Without an address of its own the way back is relative: whatever stands before this server stays in it.
    res.redirect(303, redirect_url ?? encodeURIComponent(req.params.token))
  } catch (error) {
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`medusa-payment-webcheckout: pay link ${link.id} could not be gone on with: ${safeWords(error)}`)
    await answerPage(req, res, true)
  }
}

async function answerPage(req: MedusaRequest, res: MedusaResponse, isPressed = false): Promise<void> {
  const page = await readPayPage(req.scope, req.params.token)
  const hasFailed = isPressed && page !== undefined && isPayable(page.state)
  const { environment } = req.scope.resolve(WEB_CHECKOUT).options
  setHeaders(res)
  res
    .status(page ? (hasFailed ? 503 : 200) : 404)
    .type("html")
    .send(payPage(page, { language: languageOf(req), isTest: environment === "test", hasFailed }))
}

/** What the browser wishes for most. */
function languageOf(req: MedusaRequest): PageLanguage {
  const wished = req.acceptsLanguages([...PAGE_LANGUAGES])
  return PAGE_LANGUAGES.find((language) => language === wished) ?? PAGE_LANGUAGES[0]
}

function setHeaders(res: MedusaResponse): void {
  res.setHeader("cache-control", "no-store")
  res.setHeader("content-security-policy", PAGE_POLICY)
  res.setHeader("referrer-policy", "no-referrer")
  res.setHeader("vary", "accept-language")
  res.setHeader("x-content-type-options", "nosniff")
  res.setHeader("x-frame-options", "DENY")
  res.setHeader("x-robots-tag", "noindex, nofollow")
}
