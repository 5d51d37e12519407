import { findChromium } from "./machine.cjs"
import globalSetup from "./global-setup"
import { NO_GATEWAY, setUp } from "./set-up"
import { buildAdmin } from "./store"

/** What the browser tests need besides: the admin, built once, as merchants run it. */
export default async function browserSetup(): Promise<void> {
  await globalSetup()
  if (findChromium()) {
    await setUp("Building the admin for the tests", () => buildAdmin(NO_GATEWAY))
  }
}
