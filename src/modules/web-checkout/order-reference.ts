import { randomInt } from "node:crypto"
import { GROUP_LENGTH, GROUPS, LETTERS } from "./rules/gateway-order-id"

/**
 * Names a purchase to shopper, merchant and gateway alike, e.g. `R7K3-F92Q-D4MX`: random (55 bits), and no key to
 * anything. Made with the purchase's first attempt and kept for every later one.
 */
export function newOrderReference(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("")
  ).join("-")
}
