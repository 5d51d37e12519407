import en from "../../texts/en.json"
import type { Finding } from "./diagnosis"

const MARK = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const

/** What the self-check has found, for a terminal. */
export function reportOf(findings: Finding[]): string {
  const lines = findings.flatMap(({ check, code, status, detail }) => {
    const text = code === "ok" ? undefined : en.webcheckout.setup.findings[code]
    const line = `${MARK[status]}  ${check}: ${text?.what ?? "OK."}${detail === null ? "" : ` (${detail})`}`
    return text ? [line, `         ${text.mend}`] : [line]
  })
  return [...lines, verdictOf(findings)].join("\n")
}

function verdictOf(findings: Finding[]): string {
  const [errors, warnings] = (["error", "warning"] as const).map(
    (wanted) => findings.filter(({ status }) => status === wanted).length
  )
  if (errors > 0) {
    return errors === 1 ? "1 error to fix." : `${errors} errors to fix.`
  }
  return warnings > 0
    ? `No errors; ${warnings === 1 ? "1 warning" : `${warnings} warnings`}.`
    : "No errors and no warnings."
}

/** 0, or 1 when something is wrong that keeps payments from working. */
export function exitCodeOf(findings: Finding[]): number {
  return findings.some(({ status }) => status === "error") ? 1 : 0
}
