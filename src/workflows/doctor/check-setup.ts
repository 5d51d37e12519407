import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { GatewayError } from "../../gateway/errors"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import {
  hasChannel,
  hasPayLater,
  parseConfig,
  sharesWithoutLocks,
  type MedusaConfig,
} from "../../modules/web-checkout/medusa-config"
import { DEFAULT_ACCOUNT, type WebCheckoutOptions } from "../../modules/web-checkout/options"
import { checkBackend, checkStorefront, clockOffset, hasVersion } from "./check-addresses"
import { finding, type Finding } from "./findings"
import { readProviders } from "./read-setup"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { z } from "@medusajs/framework/zod"

/** A checkout that the gateway cannot have: its answer tells whether it takes the credentials. */
const NO_CHECKOUT = "0"
/** In seconds. A larger clock offset is reported. */
const MOST_OFFSET_S = 30

/** Looks at everything that a merchant can have set up wrong. Asks the gateway once for each account, and changes nothing. */
export async function checkSetup(container: MedusaContainer): Promise<Finding[]> {
  const { gateways, options } = container.resolve(WEB_CHECKOUT)
  const { extendedApi, checkoutDetails } = options
  const config = parseConfig(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE))
  const asked = await Promise.all([
    ...gateways.accountNames().map((account) => checkCredentials(container, account)),
    checkRegions(container),
    checkBackend(options),
    checkStorefront(options),
    checkClock(container),
    checkAccounts(container),
  ])
  return [
    ...asked.flat(),
    ...checkVersions(options),
    ...(extendedApi && checkoutDetails !== "full" ? [finding("credentials", "details_left_out", checkoutDetails)] : []),
    finding("locking", sharesWithoutLocks(config) ? "locks_not_shared" : "ok"),
    ...checkNotifications(options, config),
    ...checkPackages(process.cwd()),
  ]
}

/** The merchant accounts whose baseUrl lacks the version, which the documented address has. */
function checkVersions({ accounts, baseUrl }: WebCheckoutOptions): Finding[] {
  return [DEFAULT_ACCOUNT, ...Object.keys(accounts)]
    .map((name) => [name, accounts[name]?.baseUrl ?? baseUrl])
    .filter(([, address]) => !hasVersion(address))
    .map(([name, address]) => finding("credentials", "no_version", `${name}: ${address}`))
}

/** Accounts that have payments but are missing from the options, so that nobody can ask about these payments. */
async function checkAccounts(container: MedusaContainer): Promise<Finding[]> {
  const { cases, gateways } = container.resolve(WEB_CHECKOUT)
  return (await cases.listAccounts())
    .filter(({ account }) => !gateways.has(account))
    .map(({ account, count }) => finding("credentials", "account_unknown", `${account}: ${count}`))
}

async function checkCredentials(container: MedusaContainer, account: string): Promise<Finding[]> {
  const client = container.resolve(WEB_CHECKOUT).gateways.client(account)
  try {
    await client.getCheckout(NO_CHECKOUT)
  } catch (error) {
    if (!(error instanceof GatewayError)) {
      return [finding("credentials", "gateway_away", `${account}: `)]
    }
    const { code, words, message, httpStatus } = error
    if (code === "gateway_unauthorized") {
      return [finding("credentials", "credentials_refused", `${account}: ${words ?? `HTTP ${httpStatus}`}`)]
    }
    if (code !== "gateway_rejected") {
      return [finding("credentials", "gateway_away", `${account}: ${message}`)]
    }
    if (words === undefined) {
      return [finding("credentials", "gateway_unclear", `${account}: HTTP ${httpStatus}`)]
    }
  }
  return [finding("credentials", "ok", account)]
}

async function checkRegions(container: MedusaContainer): Promise<Finding[]> {
  const providers = await readProviders(container)
  const offered = providers.filter(({ regions }) => regions.length > 0)
  return offered.length === 0
    ? [finding("regions", "no_region", providers.map(({ id }) => id).join(", ") || null)]
    : providers.map(({ id, regions }) =>
        regions.length === 0
          ? finding("regions", "not_offered", id)
          : finding("regions", "ok", `${id}: ${regions.join(", ")}`)
      )
}

async function checkClock(container: MedusaContainer): Promise<Finding[]> {
  const offset = await clockOffset(container.resolve(WEB_CHECKOUT).options.baseUrl)
  if (offset === undefined) {
    return [finding("clock", "clock_unknown")]
  }
  const isOff = Math.abs(offset) > MOST_OFFSET_S
  return [isOff ? finding("clock", "clock_off", `${offset} s`) : finding("clock")]
}

function checkNotifications({ notifications, payLinks }: WebCheckoutOptions, config: MedusaConfig): Finding[] {
  const { emails } = notifications
  const hasMail = hasChannel(config, "email")
  const isMailMissing = emails.length > 0 && !hasMail
  const isForLinks = payLinks.remindAfterDays.length > 0 || hasPayLater(config)
  const missing = [
    ...(hasChannel(config, "feed") ? [] : [finding("notifications", "no_feed_provider")]),
    ...(isMailMissing ? [finding("notifications", "no_email_provider", emails.join(", "))] : []),
    ...(isForLinks && !hasMail ? [finding("notifications", "no_email_for_links")] : []),
  ]
  return missing.length > 0 ? missing : [finding("notifications", "ok", emails.join(", ") || null)]
}

/** The minor versions of Medusa 2 that the plugin is for, as in package.json's peerDependencies. */
export const TESTED_MEDUSA = { oldest: 19, newest: 21 }
/** The dashboard's: with another one at the store's root the admin's pages stay blank. */
const ROUTER_MAJOR = 7

const packageJson = z.looseObject({ version: z.string() })

/** Whether the store runs on a version of Medusa that the plugin is for, and its admin on the dashboard's router. */
export function checkPackages(storeFolder: string): Finding[] {
  const medusa = installedVersion(storeFolder, "@medusajs/medusa")
  const router = installedVersion(storeFolder, "react-router-dom")
  const isTested = !medusa || isTestedMedusa(medusa)
  const isRouterRight = !router || Number(router.split(".")[0]) === ROUTER_MAJOR
  const found = [
    ...(isTested ? [] : [finding("packages", "medusa_untested", medusa)]),
    ...(isRouterRight ? [] : [finding("packages", "router_differs", `react-router-dom ${router}`)]),
  ]
  return found.length > 0 ? found : [finding("packages", "ok", medusa ? `Medusa ${medusa}` : null)]
}

function isTestedMedusa(version: string): boolean {
  const [major, minor] = version.split(".").map(Number)
  return major === 2 && minor >= TESTED_MEDUSA.oldest && minor <= TESTED_MEDUSA.newest
}

/** @returns the version of the package that a file in the folder would import */
function installedVersion(folder: string, name: string): string | undefined {
  const found = createRequire(join(folder, "package.json"))
    .resolve.paths(name)
    ?.map((path) => join(path, name, "package.json"))
    .find((path) => existsSync(path))
  return found && packageJson.parse(JSON.parse(readFileSync(found, "utf8"))).version
}
