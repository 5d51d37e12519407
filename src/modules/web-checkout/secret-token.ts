import { createHash, createHmac, randomBytes } from "node:crypto"

const TOKEN = /^[0-9a-f]{32}$/

/** The last part of an address that opens a page to whoever has it, and the ids that are asked for with it. */
const TOKEN_IN_TEXT = /((?:\/|%2f)webcheckout(?:\/|%2f)+(?:return|pay|payment-collection)(?:\/|%2f)+)[^\s"'<>]+/gi

/** 128 random bits, as 32 hexadecimal digits: the last part of an address that only its holder knows. */
export function newToken(): string {
  return randomBytes(16).toString("hex")
}

/** A token that follows from a secret: whoever knows the secret gets the same one each time, and nobody gets the secret from it. */
export function deriveToken(secret: string, purpose: string): string {
  return createHmac("sha256", secret).update(purpose).digest("hex").slice(0, 32)
}

/** Whether a text from the network can be a token at all. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** What is stored of a token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}

/** A text without the tokens of our addresses in it. */
export function withoutTokens(text: string): string {
  return text.replace(TOKEN_IN_TEXT, "$1[token]")
}
