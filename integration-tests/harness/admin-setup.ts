import { findChromium } from "./machine.cjs"
import globalSetup from "./global-setup"
import { NO_GATEWAY, setUp } from "./set-up"
import { buildAdmin } from "./store"

/** What tests of running stores need besides: the admin, built once as merchants run it, where there is a browser to see it. */
export default async function adminSetup(): Promise<void> {
  await Promise.all([
    globalSetup(),
    findChromium() ? setUp("Building the admin for the tests", () => buildAdmin(NO_GATEWAY)) : undefined,
  ])
}
