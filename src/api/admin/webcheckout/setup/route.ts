import { readSetup } from "../../../../workflows/doctor/read-setup"
import { answering } from "../../../route-makers"

/** The plugin's setup, its latest contact with the gateway, and the job's waiting work. No key, no secret. */
export const GET = answering(async ({ scope }) => ({ setup: await readSetup(scope) }))
