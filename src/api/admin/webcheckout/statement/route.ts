import { createReadStream } from "node:fs"
import { pipeline } from "node:stream/promises"
import type { z } from "@medusajs/framework/zod"
import { readStatement } from "../../../../workflows/statement/read-statement"
import { writeStatement } from "../../../../workflows/statement/write-statement"
import { withFailures } from "../../../answer-failures"
import type { AdminGetStatement } from "./validators"

/** A period's payments as the gateway, the ledger and Medusa show them. With `format=csv`: every line, as a file. */
export const GET = withFailures<unknown, z.infer<typeof AdminGetStatement>>(async (req, res) => {
  const { format, ...query } = req.validatedQuery
  if (format !== "csv") {
    res.json({ statement: await readStatement(req.scope, query) })
    return
  }
  const gone = new AbortController()
  res.on("close", () => gone.abort())
  const { name, path, forget } = await writeStatement(req.scope, query, gone.signal)
  try {
    res.setHeader("content-type", "text/csv; charset=utf-8")
    res.setHeader("content-disposition", `attachment; filename="${name}"`)
    await pipeline(createReadStream(path), res)
  } finally {
    await forget()
  }
})
