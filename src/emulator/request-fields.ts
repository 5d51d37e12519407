import { fromMinorUnits, toMinorUnits } from "./minor-units"

/** A refusal by the gateway: its text becomes the message of the failure envelope. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly httpStatus = 400
  ) {
    super(message)
  }
}

export type Body = Record<string, unknown>

export const CUSTOMER_FIELDS = ["firstName", "lastName", "email"]
export const ADDRESS_FIELDS = ["name", "address1", "city", "country"]

export function requireFields(value: unknown, name: string, fields: string[]): void {
  if (value === undefined) {
    return
  }
  if (!isObject(value)) {
    throw new Refusal(`${name} must be an object`)
  }
  const missing = fields.find((field) => value[field] === undefined || value[field] === null || value[field] === "")
  if (missing) {
    throw new Refusal(`${name}.${missing} is required`)
  }
}

export function money(body: Body): { currency: string; amount: number } {
  const currency = requiredText(body, "currency")
  const { amount } = body
  if (typeof amount !== "number") {
    throw new Refusal("amount is required and must be a number")
  }
  return {
    currency,
    amount: fromMinorUnits(
      refusing(() => toMinorUnits(amount, currency)),
      currency
    ),
  }
}

export function refusing<Result>(compute: () => Result): Result {
  try {
    return compute()
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error))
  }
}

export function requiredText(body: Body, field: string): string {
  const value = body[field]
  if (typeof value !== "string" || value.trim() === "") {
    throw new Refusal(`${field} is required`)
  }
  return value
}

export function httpUrl(body: Body, field: string): string {
  const value = requiredText(body, field)
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new Refusal(`${field} must be a URL`)
  }
  return value
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

export function pick(source: Body, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => source[key] !== undefined).map((key) => [key, source[key]]))
}
