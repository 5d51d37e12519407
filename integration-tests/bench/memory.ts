import type { ChildProcess } from "node:child_process"
import { readFileSync } from "node:fs"

/** What a process holds in memory now, as Linux counts it. */
export function residentMb({ pid }: ChildProcess): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kb ?? 0) / 1024
}
