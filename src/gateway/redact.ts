const LONGEST = 300

/**
 * Somebody else's words (the gateway's error text), made safe for a log, an error and the ledger:
 * e-mail addresses, long runs of digits (phones, cards, ids) and the given secrets are replaced, and the
 * text is cut to 300 characters.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const withoutSecrets = secrets
    .filter((secret) => secret.length > 0)
    .reduce((rest, secret) => rest.split(secret).join("[secret]"), text)
  return withoutSecrets
    .replace(/[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g, "[email]")
    .replace(/\+?\d[\d\s().-]{6,}\d/g, "[number]")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST)
}
