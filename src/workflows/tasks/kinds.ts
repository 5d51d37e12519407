import type { MedusaContainer } from "@medusajs/framework/types"
import type { TaskKind } from "../../modules/web-checkout/rules/tasks"
import { seeToUnpaid } from "../pay-later/see-to-unpaid"
import { tellExpiredLinks } from "../pay-link/expired-links"
import { eraseGoneCustomers } from "../subscription/erase-gone-customers"
import { deleteExpired } from "./delete-expired"

const MINUTE_MS = 60_000

/** What is done about a task. */
interface Kind {
  /** @returns when it is due again; null for never. What it throws is tried again */
  run: (container: MedusaContainer, subjectId: string) => Promise<Date | null>
  /** How long it rests after so many attempts that failed; without it 30 s, then twice as long each time. */
  pauseMs?: (attempts: number) => number
}

/** Every kind of work that comes due by itself. */
export const KINDS: Record<TaskKind, Kind> = {
  pay_later: { run: seeToUnpaid, pauseMs: () => MINUTE_MS },
  expired_links: { run: tellExpiredLinks },
  expired_rows: { run: deleteExpired },
  gone_customers: { run: eraseGoneCustomers },
}
