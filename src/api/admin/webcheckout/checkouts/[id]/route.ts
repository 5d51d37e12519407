import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerCheckout } from "../query-config"

/** One ledger row, with what to do about it and what was done. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerCheckout(req, res, req.queryConfig.fields)
}
