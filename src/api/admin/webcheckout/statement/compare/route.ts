import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { compareAgain } from "../../../../../workflows/statement/read-statement"
import type { AdminCompareStatementType } from "../validators"

/** The gateway is asked about every checkout of the period, and the books are compared, by the job. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminCompareStatementType>,
  res: MedusaResponse
): Promise<void> {
  res.status(202).json({ to_compare: await compareAgain(req.scope, req.validatedBody) })
}
