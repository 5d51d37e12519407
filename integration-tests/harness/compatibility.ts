import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DateTime } from "luxon"
import { ROOT } from "./store"

const FILE = join(ROOT, "docs/compatibility.md")

/** A run that passed. */
export interface PassedRun {
  /** The command as it was typed. */
  command: string
  medusa: string
  /** Of the run, not of the process that writes it down. */
  node: string
  /** What was seen, in a few words. */
  result: string
  /** Of this repository, when the run began. */
  commit: string
  seconds: number
}

/** The commit of this repository, with `-dirty` where its files differ; the table of runs itself does not count. */
export function commitOf(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim()
  const isDirty = git("status", "--porcelain", "--", ".", ":!docs/compatibility.md") !== ""
  return `${git("rev-parse", "--short", "HEAD")}${isDirty ? "-dirty" : ""}`
}

/** Writes a run into the table of docs/compatibility.md, in the place of the one by the same command on the same Node version. */
export function recordRun({ command, medusa, node, result, commit, seconds }: PassedRun): void {
  const key = `| \`${command}\` | ${medusa} | ${node.split(".")[0]}.`
  const cells = [node, result, `${Math.ceil(seconds / 60)} min`, commit, DateTime.utc().toISODate()]
  const row = `| \`${command}\` | ${medusa} | ${cells.join(" | ")} |`
  const lines = readFileSync(FILE, "utf8").trimEnd().split("\n")
  const others = lines.filter((line) => !line.startsWith(key))
  writeFileSync(FILE, `${[...others, row].join("\n")}\n`)
}
