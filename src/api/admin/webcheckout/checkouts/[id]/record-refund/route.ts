import type { z } from "@medusajs/framework/zod"
import {
  recordOutsideRefund,
  type recordOutsideRefundBody,
} from "../../../../../../workflows/refund/record-outside-refund"
import { checkoutAction } from "../../query-config"

/** Records in Medusa the refund that was made in the gateway's dashboard. Nothing is sent to the gateway. */
export const POST = checkoutAction<z.infer<typeof recordOutsideRefundBody>>(recordOutsideRefund)
