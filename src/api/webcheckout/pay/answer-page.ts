import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { isPayable, type PayLink } from "../../../modules/web-checkout/rules/pay-link"
import { logFailure } from "../../../workflows/log-failure"
import { startOrResumePayment } from "../../../workflows/pay-link/start-payment"
import { readPayPage } from "../../../workflows/pay-link/read-pay-page"
import { PAGE_POLICY, payPage } from "./page"
import { LANGUAGES, languageOf } from "../../../texts/payers"

/**
 * Answers with a pay link's page, or with the page for an unknown link. Changes nothing and does not ask the gateway.
 *
 * @param isPressed the button was pressed, but no payment could be started
 */
export async function answerPage(
  req: MedusaRequest,
  res: MedusaResponse,
  link: PayLink | undefined,
  isPressed = false
): Promise<void> {
  const page = link && (await readPayPage(req.scope, link))
  const hasFailed = isPressed && page !== undefined && isPayable(page.state)
  const { options } = req.scope.resolve(WEB_CHECKOUT)
  const language = languageOf(req.acceptsLanguages([...LANGUAGES]))
  setHeaders(res)
  res
    .status(page ? (hasFailed ? 503 : 200) : 404)
    .type("html")
    .send(payPage(page, language, options, hasFailed))
}

/**
 * Handles the page's button: redirects to the gateway, or back to the page, which says why there is nothing to pay. If the start fails
 * although the link is payable, the page says so.
 *
 * @param shown the link whose page the button stands on; without one, the page for an unknown link is the answer
 * @param backTo the page's own URL, relative to itself, so that it stays correct behind a proxy with a path prefix
 * @param prepare returns the link to pay with. Default: `shown`
 */
export async function answerButton(
  req: MedusaRequest,
  res: MedusaResponse,
  shown: PayLink | undefined,
  backTo: string,
  prepare = async (link: PayLink) => link
): Promise<void> {
  if (!shown) {
    await answerPage(req, res, undefined)
    return
  }
  try {
    const redirect_url = await startOrResumePayment(req.scope, await prepare(shown))
    setHeaders(res)
    res.redirect(303, redirect_url ?? backTo)
  } catch (error) {
    logFailure(req.scope, `the payment through the pay link of order ${shown.order_id} could not be started`, error)
    await answerPage(req, res, shown, true)
  }
}

function setHeaders(res: MedusaResponse): void {
  res.setHeader("content-security-policy", PAGE_POLICY)
  res.setHeader("vary", "accept-language")
  res.setHeader("x-content-type-options", "nosniff")
  res.setHeader("x-frame-options", "DENY")
  res.setHeader("x-robots-tag", "noindex, nofollow")
}
