import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { readStatus } from "../../../../workflows/doctor/read-setup"

/** How the plugin is set up, in short, and how many checkouts wait for whom. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ status: await readStatus(req.scope) })
}
