import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { actAndSettle, answerCheckout } from "../../act"

/** Asks the gateway now, and lets Medusa follow. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await actAndSettle(req, "sync")
  await answerCheckout(req, res)
}
