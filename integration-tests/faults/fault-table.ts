import type { RunPlan, Verdict } from "./fault-run"

/** What was injected and what came of it, as a table in Markdown. */
export function faultTable(plans: RunPlan[], verdict: Verdict): string {
  const counts = new Map<string, number>()
  for (const { disturbance } of plans) {
    counts.set(disturbance, (counts.get(disturbance) ?? 0) + 1)
  }
  const injected = [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([kind, count]) => `| ${kind} | ${count} |`)
  const { paid, orders, attention, lost, doubled, orphans } = verdict
  return [
    "| fault injected | runs |",
    "|---|---|",
    ...injected,
    "",
    "| checkouts paid | orders | attention | lost | doubled | half-made orders |",
    "|---|---|---|---|---|---|",
    `| ${paid} | ${orders} | ${attention} | ${lost} | ${doubled} | ${orphans} |`,
  ].join("\n")
}
