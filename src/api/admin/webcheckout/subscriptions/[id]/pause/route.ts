import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerSwitched } from "../switch"

/** Needs `extendedApi`. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerSwitched(req, res, "pause")
}
