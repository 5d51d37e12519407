import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { compareAgain } from "../../../../../workflows/statement/read-statement"
import type { AdminCompareStatement } from "../validators"

/** The gateway is asked about every checkout of the period, and the books are compared, by the job. */
export async function POST(
  req: AuthenticatedMedusaRequest<z.infer<typeof AdminCompareStatement>>,
  res: MedusaResponse
): Promise<void> {
  res.status(202).json({ to_compare: await compareAgain(req.scope, req.validatedBody) })
}
