import { World } from "../harness/world"
import { isLinkStory, LINK_STORIES } from "./link-stories"
import { FaultRunner, planRun, seededRandom, STEPS, STORIES, type RunPlan } from "./fault-run"

const RUNS = 1

/** The page is being made; its payment is being booked. */
const LINK_KILLS: Pick<RunPlan, "uponCall" | "afterMs">[] = [
  { uponCall: "createCheckout", afterMs: 0 },
  { uponCall: "getCheckout", afterMs: 40 },
  { uponCall: "getCheckout", afterMs: 150 },
]

/** The short run of CI, in one mode. */
export function describeFaults(mode: string, { extendedApi, seed }: { extendedApi: boolean; seed: number }): void {
  describe(`purchases through faults, ${mode}`, () => {
    let world: World

    beforeAll(async () => {
      world = await World.start({
        hasClock: true,
        emulator: { extendedApi },
        options: { extendedApi, timeoutMs: 1000 },
      })
    })

    afterAll(() => world.stop())

    it("lose nothing, double nothing and tell of every difference, whichever step the process is killed in", async () => {
      const random = seededRandom(seed)
      // What a purchase that is only paid is asked about is the same in both modes.
      const steps = extendedApi ? STEPS.filter((step) => step !== "after") : []
      const kills: RunPlan[] = [
        ...steps.map((step) => ({ story: "paid", step, disturbance: "kill", afterMs: 120 }) as const),
        // What comes after the order is the link: its button, and what is paid with it.
        ...LINK_KILLS.map(
          (kill) => ({ story: "paid with a link", step: "after", disturbance: "kill", ...kill }) as const
        ),
      ]
      const stories: RunPlan[] = STORIES.map((story) => ({
        ...planRun(random),
        story,
        // The answer to a link's button is lost: the payer presses again.
        ...(isLinkStory(story) ? { step: "after", disturbance: "drop-after" } : { disturbance: "status-before" }),
      }))
      const plans = [...kills, ...stories, ...Array.from({ length: RUNS }, () => planRun(random))]
      const runner = new FaultRunner(world, () => undefined)
      for (const plan of plans) {
        await runner.run(plan)
      }
      await runner.recover()
      const verdict = await runner.judge()
      expect(verdict).toMatchObject({ lost: 0, doubled: 0, untold: 0, problems: [] })
      expect(verdict.paid).toBeGreaterThanOrEqual(STORIES.length)
      // Every link was paid, but the one whose process died while its page was being made.
      const [{ booked }] = await world.sql<{ booked: number }>(
        "SELECT count(DISTINCT pay_link_id)::int AS booked FROM webcheckout_checkout WHERE pay_link_id IS NOT NULL AND status = 'settled' AND gateway_status = 'PAID'"
      )
      expect(booked).toBeGreaterThanOrEqual(LINK_STORIES.length + LINK_KILLS.length - 1)
    }, 600_000)
  })
}
