import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readSetup } from "../../../../workflows/doctor/read-setup"

/** The plugin's setup, its latest contact with the gateway, and the job's waiting work. No key, no secret. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ setup: await readSetup(req.scope) })
}
