import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError, InvalidRequestError } from "../../../gateway/errors"
import { failureOf, invalidData, isCertainlyNotDone, ownWords, safeWords, withMedusaErrors } from "../errors"

const FACTS = { operation: "GET /checkout/{id}", httpStatus: 429, retryAfterMs: 2000 }

/** Each error of the gateway's: its code, the MedusaError's type, and whether it provably did nothing. */
const TABLE: [GatewayError, string, string, boolean][] = [
  [new GatewayError("gateway_rejected", FACTS), "gateway_rejected", "invalid_data", true],
  [new GatewayError("gateway_unauthorized", FACTS), "gateway_unauthorized", "unexpected_state", true],
  [new GatewayError("gateway_unreachable", FACTS), "gateway_unreachable", "unexpected_state", true],
  [new GatewayError("gateway_ambiguous", FACTS, "No answer"), "gateway_ambiguous", "unexpected_state", false],
  [new GatewayError("gateway_malformed", FACTS, "result.id: is no id"), "gateway_malformed", "unexpected_state", false],
]

const mapped = (error: Error) => withMedusaErrors(() => Promise.reject(error)).catch((reason: unknown) => reason)
/** As an error looks that a workflow has handed on. */
const byValue = (error: unknown): unknown => {
  const own =
    error instanceof Error
      ? { ...Object.fromEntries(Object.entries(error)), name: error.name, message: error.message }
      : error
  return JSON.parse(JSON.stringify(own))
}

describe("an error of the gateway", () => {
  it.each(TABLE)("%s", async (error, code, type, notDone) => {
    const medusaError = await mapped(error)
    expect(medusaError).toBeInstanceOf(MedusaError)
    expect(medusaError).toMatchObject({ code, type, message: error.message })
    expect(failureOf(byValue(medusaError))).toMatchObject({ code, type, httpStatus: 429, retryAfterMs: 2000 })
    expect(safeWords(byValue(medusaError))).toBe(error.message)
    expect(isCertainlyNotDone(error)).toBe(notDone)
  })
})

describe("a request that the gateway would refuse", () => {
  it.each([
    new InvalidRequestError([{ field: "amount", rule: "must be positive" }]),
    invalidData([{ field: "amount", rule: "must be positive" }]),
  ])("%s keeps its field and its rule through a workflow", async (error) => {
    const medusaError = await mapped(error)
    expect(medusaError).toMatchObject({ type: "invalid_data", message: "amount: must be positive" })
    expect(failureOf(byValue(medusaError)).problems).toEqual([{ field: "amount", rule: "must be positive" }])
  })
})

describe("the message of an error", () => {
  const foreign = new TypeError("cannot read aisha@shop.example")
  const medusas = new MedusaError("invalid_data", "Customer with email aisha@shop.example already exists")

  it.each<[string, unknown, string, string]>([
    ["the gateway's", TABLE[0][0], TABLE[0][0].message, TABLE[0][0].message],
    ["one of ours", invalidData([{ field: "a", rule: "b" }]), "a: b", "a: b"],
    ["Medusa's", medusas, "Customer with email [email] already exists", "unexpected error"],
    ["anybody else's", foreign, "unexpected TypeError", "unexpected error"],
    ["no error", "boom", "unexpected error", "unexpected error"],
  ])("of %s", (_, error, logged, kept) => {
    expect(safeWords(error)).toBe(logged)
    expect(safeWords(byValue(error))).toBe(logged)
    expect(ownWords(error)).toBe(kept)
  })
})
