import { readStatus } from "../../../../workflows/doctor/read-setup"
import { answering } from "../../../route-makers"

/** How the plugin is set up, in short, and how many checkouts wait for whom. */
export const GET = answering(async ({ scope }) => ({ status: await readStatus(scope) }))
