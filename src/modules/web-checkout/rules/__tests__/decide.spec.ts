import { isToFollow } from "../money-state"
import { decide } from "../decide"
import type { Act, Facts } from "../facts"
import { everyCombination } from "./decide-facts"
import { atNextLook, look, restOf, type Medusa } from "./play"

const MEDUSAS: Medusa[] = ["obeys", "refuses", "has no session", "is out of stock", "is busy"]
/** The job's looks until a checkout is at rest: a capture that the gateway took back is waited for three days. */
const MOST_LOOKS = 60

/** What a combination is, where a test fails. */
function described({ row, medusa, settled, last, wish }: Facts): string {
  const { status, gateway_status, attention, resolved_as, mismatch, cart_id, follow_after, settle_failures } = row
  return JSON.stringify({
    ...{ last, wish, status, gateway_status, attention, resolved_as, mismatch, cart_id, follow_after, settle_failures },
    ...{ medusa, settled },
  })
}

const kinds = (acts: Act[]) => acts.map(({ act }) => act)
const books = (acts: Act[]) => kinds(acts).some((act) => act === "place_order" || act === "book_payment")

/** What must hold of every decision. */
const RULES: Record<string, (facts: Facts, acts: Act[]) => boolean> = {
  "what is not paid is neither placed nor booked": ({ row, last, options }, acts) =>
    !books(acts) || last !== "begun" || isToFollow(row.gateway_status, options.authorizedCheckouts),
  "another amount than was asked for is neither placed nor booked": ({ row, last }, acts) =>
    !books(acts) || last !== "begun" || row.mismatch === null,
  "no second order is placed": ({ medusa }, acts) =>
    !kinds(acts).includes("place_order") || medusa?.order_id === undefined,
  "nothing is booked on an order that is cancelled, or owes nothing": ({ medusa }, acts) =>
    !books(acts) || !medusa?.order || (!medusa.order.isCanceled && medusa.order.owed > 0),
  "no second payment is booked on an order": ({ medusa }, acts) =>
    !books(acts) || medusa?.order_id === undefined || medusa.payment === undefined,
  "a case is opened before the booking that it is about": (_, acts) =>
    !books(acts) || kinds(acts).lastIndexOf("open_case") < kinds(acts).findIndex((act) => /^(place|book)_/.test(act)),
  "what a person has closed stays, unless somebody else wishes it": ({ row, wish, last }, acts) =>
    last !== "begun" || wish.ignore_resolved || row.resolved_at === null || row.status !== "open" || !books(acts),
}

describe("the table of decisions", () => {
  const counts = new Map<string, number>()
  let combinations = 0
  const broken: string[] = []
  const restless: string[] = []

  beforeAll(() => {
    for (const facts of everyCombination()) {
      combinations += 1
      const acts = decide(facts)
      for (const [rule, holds] of Object.entries(RULES)) {
        if (!holds(facts, acts)) {
          broken.push(`${rule}: ${described(facts)} ${JSON.stringify(acts)}`)
        }
      }
      if (facts.last === "begun" && Object.keys(facts.wish).length === 0) {
        for (const medusa of facts.settled ? MEDUSAS.slice(0, 2) : MEDUSAS) {
          const rest = restAfter(facts, medusa)
          counts.set(rest, (counts.get(rest) ?? 0) + 1)
          if (rest.startsWith("none")) {
            restless.push(`${rest} where Medusa ${medusa}: ${described(facts)}`)
          }
        }
      }
    }
  })

  it("keeps its rules for every combination", () => {
    expect(combinations).toBeGreaterThan(50_000)
    expect(broken.slice(0, 5)).toEqual([])
  })

  it("brings every checkout to a rest, with time passing and nothing else changed", () => {
    console.info(combinations, Object.fromEntries(counts))
    expect(restless.slice(0, 5)).toEqual([])
  })
})

/** How a checkout ends when the job looks at it time after time. */
function restAfter(facts: Facts, medusa: Medusa): string {
  let now: Facts | undefined = facts
  for (let looks = 0; looks < MOST_LOOKS && now; looks += 1) {
    const looked: ReturnType<typeof look> = look(now, medusa)
    const rest = restOf(looked.facts, looked.acts)
    if (rest) {
      return rest
    }
    now = atNextLook(looked.facts)
  }
  return now ? "none after so many looks" : "none, and no next look"
}
