import { z } from "@medusajs/framework/zod"
import { statementQuery } from "../../../../workflows/statement/read-statement"

/** Which days, by the store's own calendar, and whose. */
export const AdminGetStatement = statementQuery.extend({ format: z.enum(["json", "csv"]).optional() })

export const AdminCompareStatement = statementQuery.omit({ environment: true })
