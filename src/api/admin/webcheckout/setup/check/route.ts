import { checkSetup } from "../../../../../workflows/doctor/check-setup"
import { answering } from "../../../../route-makers"

/** The self-check: what is wrong, and by which code. It asks the gateway once for each account, and changes nothing. */
export const POST = answering(async ({ scope }) => ({ findings: await checkSetup(scope) }))
