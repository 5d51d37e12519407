import { join } from "node:path"
import type { HostSettings } from "./host"
import { findChromium } from "./machine.cjs"
import type { SharedHosts } from "./shared-hosts"

/** The plugin options of every shared shop. */
export const SHARED_OPTIONS = {
  timeoutMs: 2000,
  timeZone: "Asia/Dubai",
  reconcile: { concurrency: 4 },
  payLinks: { remindAfterDays: [2, 5], cancelUnpaidAfterDays: 9, copiedFromMedusa: true },
}
/** The customers of these groups may order now and pay later. */
const PAY_LATER = { customerGroups: ["Wholesale"] }

/** Under jest: the hosts of this worker, handed on by environment.ts. */
const { sharedHosts } = globalThis as { sharedHosts?: SharedHosts }
/** The tests' stores wait shorter than production does; those of the bench, the demo and the fault runs do not. */
export const SHORT_WAITS = sharedHosts ? [join(__dirname, "short-waits.cjs")] : []

/** @throws Error outside of jest */
export function requireSharedHosts(): SharedHosts {
  if (!sharedHosts) {
    throw new Error("only jest's workers have shared shops: use World.start")
  }
  return sharedHosts
}

/** The ports where a test may start the servers that the shared shops know: a storefront, a mailbox. */
export async function sharedPorts(): Promise<{ storefront: number; mailbox: number }> {
  const hosts = requireSharedHosts()
  return { storefront: await hosts.portOf("storefront"), mailbox: await hosts.portOf("mailbox") }
}

/** What a shared shop is started with, besides its gateway. */
export async function sharedSettings({
  extendedApi,
}: {
  extendedApi: boolean
}): Promise<Omit<HostSettings, "gateway">> {
  const ports = await sharedPorts()
  return {
    admin: findChromium() !== undefined,
    storefrontUrl: `http://localhost:${ports.storefront}`,
    env: { SMTP_URL: `smtp://127.0.0.1:${ports.mailbox}`, WEBCHECKOUT_PAY_LATER: JSON.stringify(PAY_LATER) },
    options: { ...SHARED_OPTIONS, extendedApi },
    preload: SHORT_WAITS,
  }
}
