import { createHash, randomBytes } from "node:crypto"

const TOKEN = /^[0-9a-f]{32}$/

/** 128 random bits, as 32 hexadecimal digits: the last part of an address that only its holder knows. */
export function newToken(): string {
  return randomBytes(16).toString("hex")
}

/** Whether a text from the network can be a token at all. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** What is stored of a token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
