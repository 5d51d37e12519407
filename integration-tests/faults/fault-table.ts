import type { RunPlan } from "./fault-plan"
import type { Verdict } from "./judge-books"
import type { OutboxVerdict } from "./outbox"

/** What was injected and what came of it, as tables in Markdown. */
export function faultTable(plans: RunPlan[], verdict: Verdict): string {
  const { paid, orders, attention, lost, doubled, untold, orphans } = verdict
  return [
    "| fault injected | purchases |",
    "|---|---|",
    ...counted(plans.map(({ disturbance }) => disturbance)),
    "",
    "| what became of the purchase | purchases |",
    "|---|---|",
    ...counted(plans.map(({ story }) => story)),
    "",
    "| checkouts paid | orders | attention | lost | doubled | untold | half-made orders |",
    "|---|---|---|---|---|---|---|",
    `| ${paid} | ${orders} | ${attention} | ${lost} | ${doubled} | ${untold} | ${orphans} |`,
  ].join("\n")
}

/** What became of the mails to the shop, the bells and the tasks. */
export function outboxTable({ queued, arrived, unknown, twice, lost, tasks }: OutboxVerdict): string {
  return [
    "| mails queued | arrived | of unknown fate | twice | lost | tasks lost |",
    "|---|---|---|---|---|---|",
    `| ${queued} | ${arrived} | ${unknown} | ${twice} | ${lost} | ${tasks} |`,
  ].join("\n")
}

function counted(words: string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([word, count]) => `| ${word} | ${count} |`)
}
