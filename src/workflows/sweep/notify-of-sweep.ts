import type { MedusaContainer } from "@medusajs/framework/types"
import { createHash } from "node:crypto"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { SweepResult } from "../../modules/web-checkout/rules/sweep"
import { sweepVerdict } from "../../modules/web-checkout/rules/sweep-verdict"
import { ringBell } from "../medusa/notifications"
import { inTest } from "../notice/notice-text"

/** Rings the bell for what a sweep has found: once, until it is something else. */
export async function notifyOfSweep(
  container: MedusaContainer,
  { count, found, unseen, unreadable }: Pick<SweepResult, "count" | "found" | "unseen" | "unreadable">
): Promise<void> {
  const verdict = sweepVerdict({ count, unseen, unreadable })
  if (verdict === "none") {
    return
  }
  const { environment } = container.resolve(WEB_CHECKOUT).options
  const what = createHash("sha256").update(
    JSON.stringify([count, found.map(({ checkout_id }) => checkout_id), unseen, unreadable])
  )
  await ringBell(container, {
    key: `webcheckout:sweep:${environment}:${what.digest("hex").slice(0, 16)}`,
    title:
      verdict === "unreliable"
        ? "The search for unknown payments is not reliable"
        : `${count === 1 ? "1 paid checkout is" : `${count} paid checkouts are`} unknown to this store`,
    description: `Open Settings → Web checkout to see ${verdict === "unreliable" ? "why" : "the list"}${inTest(environment)}.`,
    resource_id: "sweep",
    resource_type: "webcheckout_task",
    trigger_type: "webcheckout.sweep",
  })
}
