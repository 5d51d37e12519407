import { DESKTOP } from "../harness/browser"
import { describePayments } from "./describe-payments"

describePayments({
  language: "en",
  device: DESKTOP,
  pictures: { names: ["bell", "payments", "payment", "order-payment", "setup"], end: "desktop" },
})
