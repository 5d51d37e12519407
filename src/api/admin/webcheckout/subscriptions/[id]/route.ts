import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerSubscription } from "../query-config"

/** One subscription, with what was done about it. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerSubscription(req, res, req.params.id, req.queryConfig.fields)
}
