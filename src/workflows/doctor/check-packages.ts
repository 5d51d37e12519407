import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { z } from "@medusajs/framework/zod"
import { finding, type Finding } from "./diagnosis"

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
  const isRouterRight = !router || partsOf(router).major === ROUTER_MAJOR
  const found = [
    ...(isTested ? [] : [finding("packages", "medusa_untested", medusa)]),
    ...(isRouterRight ? [] : [finding("packages", "router_differs", `react-router-dom ${router}`)]),
  ]
  return found.length > 0 ? found : [finding("packages", "ok", medusa ? `Medusa ${medusa}` : null)]
}

function isTestedMedusa(version: string): boolean {
  const { major, minor } = partsOf(version)
  return major === 2 && minor >= TESTED_MEDUSA.oldest && minor <= TESTED_MEDUSA.newest
}

function partsOf(version: string): { major: number; minor: number } {
  const [major, minor] = version.split(".").map(Number)
  return { major, minor }
}

/** @returns the version of the package that a file in the folder would import */
function installedVersion(folder: string, name: string): string | undefined {
  const found = createRequire(join(folder, "package.json"))
    .resolve.paths(name)
    ?.map((path) => join(path, name, "package.json"))
    .find((path) => existsSync(path))
  return found && packageJson.parse(JSON.parse(readFileSync(found, "utf8"))).version
}
