import { join } from "node:path"
import { ROOT } from "../harness/store"
import type { Change } from "./plant"

/** The compiled plugin, which the tests' stores run. */
export const PLUGIN_FOLDER = join(ROOT, ".medusa/server/src")

/** One piece of the plugin's wiring that is broken, and the test that must notice. */
export interface PlantedFault {
  id: string
  /** What a merchant would lose. */
  harm: string
  /** A function of the compiled plugin, or `Class.method`. */
  breaks: string
  change: Change
  /** A file of integration-tests/http, without `.spec.ts`. */
  spec: string
  /** The test's name, as it stands in that file. */
  test: string
}

const LET_PASS: Change = { insert: "next(); return;" }
const DO_NOTHING: Change = { insert: "return;" }

/** Chosen by what they cost. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    id: "completion-without-gate",
    harm: "a cart is completed at a total that nobody has paid",
    breaks: "gateCompletion",
    change: LET_PASS,
    spec: "never-lost",
    test: "is not completed while another process handles its payment, and is completed afterwards",
  },
  {
    id: "paid-cart-can-change",
    harm: "a cart is changed after it was paid, and its payment fits no order",
    breaks: "guardPaidCart",
    change: LET_PASS,
    spec: "never-lost",
    test: "prevents changes of its cart, and becomes its order",
  },
  {
    id: "second-provider-takes-money",
    harm: "a shopper who has paid pays once more with another provider",
    breaks: "guardNewSession",
    change: LET_PASS,
    spec: "never-lost",
    test: "lets no other provider take a second payment",
  },
  {
    id: "paid-page-not-taken-over",
    harm: "a shopper who has paid is sent to a second page, and pays twice",
    breaks: "takeOver",
    change: DO_NOTHING,
    spec: "never-lost",
    test: "uses the existing payment if the shopper starts another",
  },
  {
    id: "order-cancelled-without-refund",
    harm: "a paid order is cancelled, and its money stays at the gateway",
    breaks: "guardCancellation",
    change: LET_PASS,
    spec: "after-order",
    test: "is not cancelled while its money stands at the gateway, and the answer says what to do first",
  },
  {
    id: "settled-not-watched",
    harm: "an order that was cancelled behind the plugin's back is never seen",
    breaks: "watchCheckout",
    change: DO_NOTHING,
    spec: "after-order",
    test: "is found by the daily check if its cancellation was never reported",
  },
  {
    id: "part-payment-not-booked",
    harm: "what an edited order still owed is paid, and the order goes on owing it",
    breaks: "bookOnOrder",
    change: { insert: "return [];" },
    spec: "after-order",
    test: "is paid by the shopper, booked on the order, and the return leads there",
  },
  {
    id: "refund-forgotten",
    harm: "a refund whose process was killed is never made",
    breaks: "listUnaccounted",
    change: { insert: "return [];" },
    spec: "refund-interrupted",
    test: "before the gateway was called is sent by the job, once",
  },
  {
    id: "payment-not-compared",
    harm: "a payment of another amount than was asked for places an order",
    breaks: "findMismatch",
    change: { insert: "return undefined;" },
    spec: "trouble",
    test: "opens a case if the amount does not match",
  },
  {
    id: "case-not-told",
    harm: "a case is opened, and neither the bell nor an e-mail says so",
    breaks: "notifyOfUntold",
    change: { insert: "return [];" },
    spec: "notices",
    test: "are one notification in the admin, and one mail to each configured address",
  },
  {
    id: "mail-not-sent",
    harm: "no mail goes out: no case is mailed, and no order with a pay link is ever paid",
    breaks: "sendMail",
    change: DO_NOTHING,
    spec: "pay-later",
    test: "has its mail retried and sent once, whatever the provider does",
  },
  {
    id: "pay-link-of-nothing",
    harm: "a pay link is made for an order that owes nothing",
    breaks: "ruleOfOrder",
    change: { insert: "return undefined;" },
    spec: "pay-links",
    test: "says why nothing can be paid: unknown, expired, ended, nothing owed",
  },
]
