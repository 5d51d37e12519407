import type { FaultKind, Operation } from "../../src/emulator/faults"
import { isLinkStory, LINK_STORIES } from "./link-stories"

/** Where a run is disturbed, in their order. `kill` ends the Medusa process with SIGKILL while the step is under way. */
export const STEPS = ["initiate", "pay", "return", "complete", "reconcile", "after", "tasks"] as const
export type Step = (typeof STEPS)[number]

/** What becomes of a purchase besides being paid, before its order or after it. */
export const STORIES = [
  "paid",
  "refunded in part",
  "refunded in the dashboard",
  "cancelled",
  "cancelled by a workflow",
  "edited and paid",
  "edited and marked as paid with the page open",
  "cart deleted before it is paid",
  "a hook fails for a while",
  "an old page is paid",
  "authorized, then captured",
  "authorized, then lapsed",
  ...LINK_STORIES,
] as const
export type Story = (typeof STORIES)[number]

const FAULTS: FaultKind[] = [
  "drop-before",
  "drop-after",
  "status-before",
  "status-after",
  "garbled",
  "truncated",
  "html",
  "delay-before",
]
/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface RunPlan {
  story: Story
  step: Step
  disturbance: "kill" | "gateway away" | "PostgreSQL restarted" | FaultKind
  /** For a kill: how long after the step began, or after the gateway is called in it. */
  afterMs: number
  /** For a kill: the call of the gateway that it waits for. */
  uponCall?: Operation
}

export function planRun(random: () => number): RunPlan {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]
  const roll = random()
  const disturbance =
    roll < 0.25 ? "kill" : roll < 0.35 ? "gateway away" : roll < 0.4 ? "PostgreSQL restarted" : pick(FAULTS)
  const step = pick(STEPS)
  return { story: pick(STORIES), step, disturbance, afterMs: Math.floor(random() * 250) }
}

/**
 * The kills of a mode. A start of Medusa follows each, so one kill meets four purchases, each in another step. Those of a link come upon a
 * call of the gateway, and have a kill of their own.
 */
function planKills(extendedApi: boolean): RunPlan[][] {
  // The later step first: the job, which runs in the steps before it, would do the other purchases' work.
  const steps: Step[] = extendedApi ? ["tasks", "complete"] : ["reconcile", "pay"]
  const kill = { disturbance: "kill", afterMs: 200 } as const
  const ofLink = { ...kill, story: "paid with a link", step: "after" } as const
  return [
    [...steps, "return" as const, "initiate" as const].map((step) => ({ ...kill, story: "paid", step })),
    // While a link's page is made, and while its payment is booked.
    [{ ...ofLink, uponCall: "createCheckout", afterMs: 0 }],
    [{ ...ofLink, uponCall: "getCheckout", afterMs: extendedApi ? 150 : 40 }],
  ]
}

/** The steps in which the shop calls the gateway, whatever the story. */
const CALLING_STEPS: readonly Step[] = ["initiate", "return"]

/**
 * Each disturbance, and each story without a kill, once in each mode. The kills use the stories "paid" and "paid with a link": while a
 * page is created and while its payer returns in both modes, in the other steps in one of them.
 *
 * @returns the batches: the purchases of a batch run together, and several do so only for one kill
 */
export function planEachOnce(extendedApi: boolean, random: () => number): RunPlan[][] {
  const kills = planKills(extendedApi)
  const killed = new Set(kills.flat().map(({ story }) => story))
  const stories = STORIES.filter((story) => !killed.has(story))
  const disturbances = [...FAULTS, "gateway away", "PostgreSQL restarted"] as const
  return [
    ...kills,
    ...stories.filter(isLinkStory).map((story): RunPlan[] => {
      // The answer to a link's button is lost: the payer presses again.
      return [{ ...planRun(random), story, step: "after", disturbance: "drop-after" }]
    }),
    ...stories
      .filter((story) => !isLinkStory(story))
      .map((story, index): RunPlan[] => {
        const step = CALLING_STEPS[Math.floor(random() * CALLING_STEPS.length)]
        return [{ ...planRun(random), story, step, disturbance: disturbances[index % disturbances.length] }]
      }),
  ]
}

/**
 * Of the purchases in these plans, how many are paid at least: a kill may end the process before there is a page, and
 * an authorization that lapses is never paid.
 */
export function leastPaid(plans: RunPlan[]): number {
  return plans.filter(
    ({ story, disturbance, step }) =>
      story !== "authorized, then lapsed" && (disturbance !== "kill" || step !== "initiate")
  ).length
}

/** Of the links in these plans, how many are paid at least: a kill may end the process before there is a page. */
export function leastLinksPaid(plans: RunPlan[]): number {
  return plans.filter(({ story, uponCall }) => isLinkStory(story) && uponCall !== "createCheckout").length
}
