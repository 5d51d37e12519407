import { randomInt } from "node:crypto"

/** Without 0 and O, 1, I and L, 5 and S, 8 and B, 2 and Z, U and V: nobody who reads it out can be misheard or misread. */
const LETTERS = "234679ACDEFGHJKMNPQRTWXY"
const GROUPS = 3
const GROUP_LENGTH = 4

/**
 * Names a purchase to shopper, merchant and gateway alike, e.g. `R7K3-F92Q-D4MX`: random (55 bits), and no key to
 * anything. Made with the purchase's first attempt and kept for every later one.
 */
export function newOrderReference(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("")
  ).join("-")
}
