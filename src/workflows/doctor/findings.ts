import en from "../../texts/en.json"

/** What the self-check looks at. */
export type Check =
  "credentials" | "regions" | "backend" | "storefront" | "locking" | "clock" | "notifications" | "packages"

/** What can be wrong, and how bad it is. What to do about it is in src/texts. */
export const FINDINGS = {
  ok: "ok",
  credentials_refused: "error",
  account_unknown: "error",
  gateway_away: "error",
  gateway_unclear: "warning",
  no_version: "warning",
  details_left_out: "warning",
  no_region: "error",
  not_offered: "warning",
  backend_local: "error",
  backend_away: "warning",
  storefront_away: "error",
  storefront_page_missing: "warning",
  locks_not_shared: "error",
  clock_off: "warning",
  clock_unknown: "warning",
  no_email_provider: "warning",
  no_email_for_links: "warning",
  no_feed_provider: "warning",
  medusa_untested: "warning",
  router_differs: "error",
} as const satisfies Record<string, "ok" | "warning" | "error">

export type FindingCode = keyof typeof FINDINGS

/** What one check has found. */
export type Finding = ReturnType<typeof finding>

/** @param detail which account, address or page, and the payment service's own words: never a key or a secret */
export function finding(check: Check, code: FindingCode = "ok", detail: string | null = null) {
  return { check, code, status: FINDINGS[code], detail }
}

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
