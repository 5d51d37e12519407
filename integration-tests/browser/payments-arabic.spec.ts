import { PHONE } from "../harness/browser"
import { describePayments } from "./describe-payments"

describePayments({
  language: "ar",
  device: PHONE,
  pictures: { names: ["payment", "payments"], end: "phone-arabic" },
})
