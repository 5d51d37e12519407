import { DEADLINE_MS } from "../checkout/find-paid"
import { purchaseLease } from "../checkout/purchase-lock"
import { ASK_AGAIN_AFTER_MS } from "../../modules/web-checkout/services/checkouts"
import { LONGEST_SEND_MS } from "../medusa/notifications"

/** The tests of a running store shorten these (integration-tests/harness/waits.cjs), so that none of them sees production's. */
it("keeps its waits in production", () => {
  expect({ DEADLINE_MS, purchaseLease, ASK_AGAIN_AFTER_MS, LONGEST_SEND_MS }).toEqual({
    DEADLINE_MS: 2_000,
    purchaseLease: { waitMs: 30_000, ttlMs: 30_000 },
    ASK_AGAIN_AFTER_MS: 1_000,
    LONGEST_SEND_MS: 20_000,
  })
})
