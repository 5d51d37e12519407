import type { z } from "@medusajs/framework/zod"
import { compareAgain } from "../../../../../workflows/statement/read-statement"
import { withFailures } from "../../../../answer-failures"
import type { AdminCompareStatement } from "../validators"

/** The gateway is asked about every checkout of the period, and the books are compared, by the job. */
export const POST = withFailures<z.infer<typeof AdminCompareStatement>>(async (req, res) => {
  res.status(202).json({ to_compare: await compareAgain(req.scope, req.validatedBody) })
})
