import { answering } from "../../../../route-makers"
import { showSubscription } from "../query-config"

/** One subscription, with what was done about it. */
export const GET = answering(async ({ scope, params, queryConfig }) =>
  showSubscription(scope, params.id, queryConfig.fields)
)
