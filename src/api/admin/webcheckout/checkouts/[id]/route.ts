import { answering } from "../../../../route-makers"
import { showCheckout } from "../query-config"

/** One ledger row, with what to do about it and what was done. */
export const GET = answering(async (req) => showCheckout(req, req.queryConfig.fields))
