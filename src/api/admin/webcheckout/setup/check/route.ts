import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { checkSetup } from "../../../../../workflows/doctor/check-setup"

/** The self-check: what is wrong, and by which code. It asks the gateway once for each account, and changes nothing. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ findings: await checkSetup(req.scope) })
}
