import { listCheckouts } from "../../../../workflows/checkout/list-checkouts"
import { listRoute } from "../../../route-makers"

/** The ledger, with the order and the customer of each row. Of very long lists the first 5,000 are counted: `is_more` says that there are others. */
export const GET = listRoute(listCheckouts)
