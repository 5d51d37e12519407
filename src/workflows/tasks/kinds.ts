import type { MedusaContainer } from "@medusajs/framework/types"
import type { TaskKind } from "../../modules/web-checkout/rules/tasks"
import { seeToUnpaid } from "../pay-later/see-to-unpaid"
import { tellExpiredLinks } from "../pay-link/expired-links"
import { eraseGoneCustomers } from "../subscription/erase-gone-customers"
import { searchSubscription } from "../subscription/search-subscription"
import { deleteExpired } from "./delete-expired"

const MINUTE_MS = 60_000

interface Kind {
  /**
   * Does the work of one task. It must be idempotent: it runs again when its process dies. What takes longer than 90 s goes on by itself;
   * its answer no longer counts, and it runs again.
   *
   * @param subjectId what the task is about; empty for a standing kind
   * @returns when it is due again; null deletes the task
   * @throws anything: it is logged, and the task runs again after a pause, for as long as it throws
   */
  run: (container: MedusaContainer, subjectId: string) => Promise<Date | null>
  /** The pause after so many attempts that failed; without it 30 s, then twice as long each time, up to 6 h. */
  pauseMs?: (attempts: number) => number
}

/** What is done about each kind of task. */
export const KINDS: Record<TaskKind, Kind> = {
  see_to_unpaid_order: { run: seeToUnpaid, pauseMs: () => MINUTE_MS },
  search_subscription: { run: searchSubscription },
  tell_expired_links: { run: tellExpiredLinks },
  delete_expired: { run: deleteExpired },
  erase_gone_customers: { run: eraseGoneCustomers },
}
