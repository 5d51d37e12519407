import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { returnDoor } from "../../../request-limits"
import { chooseLandingPage } from "../../../../workflows/checkout/landing/choose-landing-page"

/** Where the gateway sends the shopper's browser back to. Every query parameter is ignored; open to everybody. */
export const GET = returnDoor.guard(async (req: MedusaRequest, res: MedusaResponse) => {
  const address = await chooseLandingPage(req.scope, req.params.token)
  if (address === undefined) {
    res
      .status(404)
      .type("text/plain")
      .send("This page belongs to no known payment. Go back to the shop to see your order.")
    return
  }
  res.redirect(303, address)
})
