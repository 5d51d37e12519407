import { readFileSync } from "node:fs"
import { join } from "node:path"
import { moneyOf } from "../ledger"
import { isSameMoney } from "../../../../gateway/money"
import { isMoneyHeld, isToFollow } from "../money-state"
import { isClosedCase } from "../cases"
import { decide } from "../decide"
import type { Act, Facts } from "../facts"
import { CONTRADICTORY, everyCombination, HOUR, NOW, OPTIONS, rowOf, type RowFacts } from "./decide-facts"
import { atNextLook, look, restOf, type Medusa } from "./play"

const PAGE = join(__dirname, "../../../../../docs/decisions.md")

const MEDUSAS: Medusa[] = ["obeys", "refuses", "has no session", "is out of stock", "is busy"]
/** Only every n-th combination is tested; the mutation tests set n to save time. */
const EACH = Number(process.env.DECISIONS_EACH ?? 1)
/** The job's looks until a checkout is at rest: a capture that the gateway took back is waited for three days. */
const MOST_LOOKS = 60
const DAY = 24 * HOUR

const PAID_CART: RowFacts = {
  status: "open",
  gateway_status: "PAID",
  caseState: "none",
  hasMismatch: false,
  waits: false,
  hasCart: true,
}

/** What a combination is, where a test fails. */
function described({ row, medusa, settled, last, wish }: Facts): string {
  const columns = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  return JSON.stringify({ last, wish, columns, medusa, settled })
}

const kinds = (acts: Act[]) => acts.map(({ act }) => act)
const books = (acts: Act[]) => kinds(acts).some((act) => act === "place_order" || act === "book_payment")

/** Whether the job would follow a row, and nothing else keeps it from that. */
function isFollowed(row: Facts["row"], options: Facts["options"], wish: Facts["wish"]): boolean {
  const isFree = row.resolved_at === null && row.follow_after === null && row.mismatch === null
  return isFree && Object.keys(wish).length === 0 && isToFollow(row.gateway_status, options.authorizedCheckouts)
}

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
  "an order that Medusa has placed ends no open case before its capture is booked": ({ row, last, medusa }, acts) =>
    last !== "begun" ||
    row.attention === null ||
    !medusa?.payment ||
    !isMoneyHeld(row.gateway_status) ||
    acts.every((act) => act.act !== "record_settled" || act.mismatchCase !== "ends"),
  "a cart at another total becomes a case, and so does one that is gone": (
    { row, last, medusa, options, wish },
    acts
  ) =>
    last !== "begun" ||
    !isFollowed(row, options, wish) ||
    medusa?.cartTotal === undefined ||
    (medusa.cartTotal !== null && isSameMoney(medusa.cartTotal, moneyOf(row))) ||
    kinds(acts).includes("open_case"),
  "a payment that stands in Medusa is cancelled or shown as refunded when the gateway holds nothing": (
    { row, last, medusa },
    acts
  ) =>
    last !== "begun" ||
    row.status !== "closed" ||
    !medusa?.payment ||
    medusa.payment.isCanceled ||
    acts.some(({ act }) => ["record_settled", "cancel_payment", "record_refund"].includes(act)) ||
    (medusa.payment.isCaptured && medusa.payment.unrecordedRefund === 0),
  "nothing is settled before it is booked": ({ row, last, medusa }, acts) =>
    last !== "begun" ||
    !medusa ||
    !isMoneyHeld(row.gateway_status) ||
    medusa.payment !== undefined ||
    !kinds(acts).includes("record_settled"),
  "out of stock, money goes back by itself only where the merchant wants that": ({ last, options }, acts) =>
    last !== "out_of_stock" || options.whenOutOfStock === "refund" || !kinds(acts).includes("refund_all"),
  "a reversed refund that Medusa never recorded opens a new case, which the same decision does not close": (
    { row, last, wish },
    acts
  ) =>
    !row.has_unreported_reversal ||
    (last !== "begun" && last !== "settled") ||
    (last === "begun" && row.follow_after !== null && !wish.ignore_wait) ||
    (acts.some((act) => act.act === "open_case" && act.reason === "partially_refunded" && act.isNew) &&
      !kinds(acts).includes("record_agreement")),
  "what a person has closed stays, unless somebody else wishes it": ({ row, wish, last }, acts) =>
    last !== "begun" || wish.ignore_resolved || !isClosedCase(row) || !books(acts),
}

/** Decides for every combination. @returns how many there are, and where a rule does not hold */
function checkRules(): { combinations: number; broken: string[] } {
  let combinations = 0
  const broken: string[] = []
  for (const facts of everyCombination(EACH)) {
    combinations += 1
    const acts = decide(facts)
    for (const [rule, holds] of Object.entries(RULES)) {
      if (!holds(facts, acts)) {
        broken.push(`${rule}: ${described(facts)} ${JSON.stringify(acts)}`)
      }
    }
  }
  return { combinations, broken }
}

interface Rests {
  /** Number of combinations per final state. */
  counts: Map<string, number>
  /** Facts from which no final state is reached. */
  restless: string[]
}

/** Lets time pass for every combination with which a check begins, in each way in which Medusa may behave. */
function countRests(): Rests {
  const counts = new Map<string, number>()
  const restless: string[] = []
  for (const facts of everyCombination(EACH)) {
    if (facts.last !== "begun" || Object.keys(facts.wish).length > 0) {
      continue
    }
    let asksMedusa = true
    let rest = ""
    for (const medusa of facts.settled ? MEDUSAS.slice(0, 2) : MEDUSAS) {
      // Where no act asked how Medusa behaves, the rest is the same for every behaviour.
      if (asksMedusa) {
        asksMedusa = false
        rest = restAfter(facts, () => {
          asksMedusa = true
          return medusa
        })
      }
      counts.set(rest, (counts.get(rest) ?? 0) + 1)
      if (rest.startsWith("none")) {
        restless.push(`${rest} where Medusa ${medusa}: ${described(facts)}`)
      }
    }
  }
  return { counts, restless }
}

describe("decide", () => {
  // Each is done by the tests that need it: in beforeAll, the mutation tests could not tell which tests reach a mutant.
  const rests = once(countRests)
  const checked = once(checkRules)

  it("keeps its rules for every combination of facts", () => {
    const { combinations, broken } = checked()
    expect(combinations).toBeGreaterThan(50_000 / EACH)
    expect(broken.slice(0, 5)).toEqual([])
  })

  it("brings every checkout to a final state if only time passes", () => {
    expect(rests().restless.slice(0, 5)).toEqual([])
  })

  it("opens a case for a row that contradicts itself", () => {
    const decided = CONTRADICTORY.map((row) => {
      const force = true
      return decide({
        row,
        wish: { force, ignore_wait: true, ignore_resolved: true },
        options: OPTIONS,
        last: "begun",
        now: NOW,
      })
    })
    expect(CONTRADICTORY.length).toBeGreaterThan(0)
    expect(new Set(decided.map((acts) => JSON.stringify(acts)))).toEqual(
      new Set([JSON.stringify([{ act: "open_case", reason: "inconsistent" }])])
    )
  })

  it.each([
    ["is waited for", 1, true],
    ["no longer keeps a payment from its order ten minutes later: its holder has died", 11, false],
  ])("Medusa's lock on a cart %s", (_, minutes, isRequired) => {
    const row = rowOf(PAID_CART)
    const facts = { wish: {}, options: OPTIONS, last: "begun" as const, now: NOW, medusa: { order_id: "order_1" } }
    const paid_at = new Date(NOW.getTime() - minutes * 60_000)
    expect(decide({ ...facts, row: { ...row, paid_at } })).toEqual([
      { act: "lock_cart", cart_id: row.cart_id, isRequired },
    ])
  })

  it.each([
    ["ends with the order that was placed for it", null, "ends"],
    ["stays while an order that was known before has taken too much", "order_1", "ends unless overpaid"],
  ])("a case of another amount %s", (_, order_id, mismatchCase) => {
    const row = { ...rowOf(PAID_CART), order_id }
    const facts = { wish: {}, options: OPTIONS, last: "placed" as const, now: NOW, medusa: { order_id: "order_1" } }
    expect(decide({ ...facts, row })).toEqual([{ act: "record_settled", order_id: "order_1", mismatchCase }])
  })

  it.each([
    ["none while its order stands", false, []],
    ["a case where its order is cancelled", true, ["canceled_not_refunded"]],
  ])("another amount that a person has dealt with is %s", (_, isCanceled, opened) => {
    const row = rowOf({ ...PAID_CART, status: "settled", caseState: "closed", hasMismatch: true })
    const medusa = { order_id: "order_1", order: { isCanceled, owed: 0, overpaid: 0 } }
    const acts = decide({ row, wish: { force: true }, options: OPTIONS, last: "begun", medusa, now: NOW })
    // An act opens no case that a person has closed of the same answer.
    expect(acts.slice(1)).toEqual(opened.map((reason) => ({ act: "open_case", reason })))
  })

  it("leaves a closed case to the person although a refund is missing since then", () => {
    const row = {
      ...rowOf({ ...PAID_CART, caseState: "closed" }),
      attention: "refund_missing" as const,
      resolved_at: null,
    }
    const facts = { options: OPTIONS, last: "begun" as const, now: NOW, medusa: { cartTotal: moneyOf(row) } }
    expect(kinds(decide({ ...facts, row, wish: { force: true, ignore_wait: true } }))).toEqual([])
    expect(kinds(decide({ ...facts, row, wish: { force: true, ignore_resolved: true } }))).toContain("place_order")
  })

  if (EACH === 1) {
    it("is described in docs/decisions.md", () => {
      const { combinations } = checked()
      const rows = [...rests().counts].sort(([, one], [, other]) => other - one)
      const table = [
        `${grouped(combinations)} combinations. Those with which a check begins, played with each way in which Medusa may behave:`,
        "",
        "| rest | combinations |",
        "|---|---|",
        ...rows.map(([rest, count]) => `| ${rest} | ${grouped(count)} |`),
      ].join("\n")
      expect(readFileSync(PAGE, "utf8")).toContain(`<!-- decisions -->\n\n${table}\n\n<!-- /decisions -->`)
    })
  }
})

function once<Result>(work: () => Result): () => Result {
  let done: { result: Result } | undefined
  return () => (done ??= { result: work() }).result
}

function isLookedAtDaily(facts: Facts): boolean {
  const next = atNextLook(facts)
  return next !== undefined && next.now.getTime() - facts.now.getTime() <= DAY
}

function grouped(count: number): string {
  return count.toLocaleString("en-US")
}

/** How a checkout ends when the job looks at it time after time. */
function restAfter(facts: Facts, behaves: () => Medusa): string {
  let now: Facts | undefined = facts
  for (let looks = 0; looks < MOST_LOOKS && now; looks += 1) {
    const looked: ReturnType<typeof look> = look(now, behaves)
    const rest = restOf(looked.facts, looked.acts)
    if (rest) {
      return rest.endsWith("daily") && !isLookedAtDaily(looked.facts) ? `none: ${rest}, and is not` : rest
    }
    now = atNextLook(looked.facts)
  }
  return now ? "none after so many checks" : "none, and no next check"
}
