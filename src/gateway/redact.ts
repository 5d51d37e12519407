import { cutText } from "./text"

const LONGEST = 300
/** Patterns run on at most this many characters: the rest is never shown, and a pattern's time grows with the square of the length. */
const LONGEST_READ = 2000

/**
 * Makes foreign text (the gateway's error message) safe for a log, an error and the ledger: e-mail addresses, long runs of digits of any
 * script (phones, cards, ids) and the given secrets are replaced, and the text is cut to 300 characters. It is first cut to 2,000 at the end
 * of a word, so that no part of an address is missed.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const withoutSecrets = secrets
    .filter((secret) => secret.length > 0)
    .reduce((rest, secret) => rest.split(secret).join("[secret]"), text)
  return cutText(
    firstWords(withoutSecrets)
      .replace(/[^\s@＠<>"']+[@＠][^\s@＠<>"']+[.．。][^\s@＠<>"']+/g, "[email]")
      .replace(/[+＋]?\p{Nd}[\p{Nd}\s().-]{6,}\p{Nd}/gu, "[number]")
      .replace(/\s+/g, " ")
      .trim(),
    LONGEST
  )
}

function firstWords(text: string): string {
  if (text.length <= LONGEST_READ) {
    return text
  }
  const cut = cutText(text, LONGEST_READ)
  const lastSpace = Math.max(...[" ", "\n", "\t"].map((space) => cut.lastIndexOf(space)))
  return lastSpace > 0 ? cut.slice(0, lastSpace) : "[long text]"
}
