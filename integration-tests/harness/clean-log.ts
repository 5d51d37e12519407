import type { Emulator } from "../../src/emulator/server"

/** What the tests' shoppers and customers are called, as far as it could only come from them. */
const PERSONAL_DATA = ["aisha@shop.example", "Sea Road", "971501234567", "+971 50 123 4567"]

/** What opens the page of a pay link, or of an order's payment collection. */
const PAY_ADDRESS = /webcheckout\/(pay\/[0-9a-f]{32}|payment-collection\/\w+\?order_id)/

/** @throws Error when a store's log holds a secret, a token or personal data */
export function requireCleanLog(log: string, { apiKey, apiSecret, books }: Emulator): void {
  const tokens = books.allCheckouts().map(({ returnUrl }) => new URL(returnUrl).pathname.split("/").pop() ?? "")
  const found = [
    ...Object.entries({ apiKey, apiSecret }),
    ...tokens.map((token) => ["a return token", token] as const),
    ...PERSONAL_DATA.map((words) => ["personal data", words] as const),
    ...(PAY_ADDRESS.exec(log) ?? []).map((words) => ["a pay link's address", words] as const),
  ].filter(([, words]) => words !== "" && log.includes(words))
  if (found.length > 0) {
    throw new Error(`the store's log holds ${found.map(([what]) => what).join(", ")}`)
  }
}
