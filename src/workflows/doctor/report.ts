import { FINDINGS, type Finding } from "./diagnosis"

const MARK = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const

/** What the self-check has found, for a terminal. */
export function reportOf(findings: Finding[]): string {
  const lines = findings.flatMap(({ check, code, status, detail }) => {
    const { what, mend } = FINDINGS[code]
    const line = `${MARK[status]}  ${check}: ${what}${detail === null ? "" : ` (${detail})`}`
    return mend === null ? [line] : [line, `         ${mend}`]
  })
  const errors = findings.filter(({ status }) => status === "error").length
  return [...lines, errors === 0 ? "Nothing is wrong." : `${errors} to mend.`].join("\n")
}

/** 0, or 1 when something is wrong that keeps payments from working. */
export function exitCodeOf(findings: Finding[]): number {
  return findings.some(({ status }) => status === "error") ? 1 : 0
}
