import {
  recordOutsideRefund,
  type RecordOutsideRefundInput,
} from "../../../../../../workflows/refund/record-outside-refund"
import { checkoutAction } from "../../query-config"

/** Records in Medusa the refund that was made in the gateway's dashboard. Nothing is sent to the gateway. */
export const POST = checkoutAction<RecordOutsideRefundInput>(recordOutsideRefund)
