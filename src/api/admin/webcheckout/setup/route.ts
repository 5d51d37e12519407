import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readSetup } from "../../../../workflows/doctor/read-setup"

/** How the plugin is set up, whom it has talked to, and what the job has before it. No key, no secret. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ setup: await readSetup(req.scope) })
}
