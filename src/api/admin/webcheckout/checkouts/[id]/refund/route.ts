import type { z } from "@medusajs/framework/zod"
import { refundCase, type refundCaseBody } from "../../../../../../workflows/refund/refund-case"
import { checkoutAction } from "../../query-config"

/** Refunds a case's money at the gateway and updates Medusa. Answers 400 with what to do if it cannot be refunded from here. */
export const POST = checkoutAction<z.infer<typeof refundCaseBody>>(refundCase)
