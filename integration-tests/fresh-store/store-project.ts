import { randomBytes } from "node:crypto"
import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { ADMIN, STORE } from "../harness/store"
import { testedVersion, type Project } from "../harness/project"
import type { InstallSection } from "./readme"

export interface StoreAddresses {
  databaseUrl: string
  storeUrl: string
  storefrontUrl: string
  gateway: { baseUrl: string; apiKey: string; apiSecret: string }
}

/** pnpm links only what a package names; Medusa's docs hoist these. */
const PNPM_SETTINGS = `public-hoist-pattern[]=*@medusajs/*
public-hoist-pattern[]=@tanstack/react-query
public-hoist-pattern[]=react-i18next
public-hoist-pattern[]=react-router-dom
auto-install-peers=false
`

/** Its project section is the one of Medusa's starter; a merchant has it already. */
const PROJECT_CONFIG = `  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
`

/** A store in the layout of Medusa's starter, before the plugin is installed. */
export function writeStore(project: Project, medusa: string): void {
  const versionOf = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, name.startsWith("@medusajs/") ? medusa : testedVersion(name)]))
  project.write(
    "package.json",
    JSON.stringify(
      {
        name: "fresh-store",
        version: "0.0.1",
        private: true,
        dependencies: versionOf(["@medusajs/admin-sdk", "@medusajs/cli", "@medusajs/framework", "@medusajs/medusa"]),
        devDependencies: {
          ...versionOf(["@swc/core", "@types/node", "@types/react", "react", "react-dom", "ts-node", "typescript"]),
          vite: "^5.4.14",
        },
      },
      null,
      2
    )
  )
  project.write(".npmrc", PNPM_SETTINGS)
  mkdirSync(join(project.folder, "src/scripts"), { recursive: true })
  copyFileSync(join(STORE, "src/scripts/seed.ts"), join(project.folder, "src/scripts/seed.ts"))
  copyFileSync(join(STORE, "tsconfig.json"), join(project.folder, "tsconfig.json"))
}

/** The README's block around the project's section that was there before. */
export function writeConfig(project: Project, { config }: InstallSection): void {
  if (!config.includes("  // …\n")) {
    throw new Error("README.md: the config block has to have a line `// …` where the rest of a store's config stands")
  }
  project.write(
    "medusa-config.ts",
    `import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

${config.replace("  // …\n", PROJECT_CONFIG)}`
  )
}

/**
 * Medusa's own variables, and those that the README names.
 *
 * @throws Error where the README names one that has no value here, or lacks one
 */
export function writeEnv(project: Project, { env }: InstallSection, addresses: StoreAddresses): void {
  const { databaseUrl, storeUrl, storefrontUrl, gateway } = addresses
  const ofMedusa = {
    DATABASE_URL: databaseUrl,
    STORE_CORS: storefrontUrl,
    ADMIN_CORS: storeUrl,
    AUTH_CORS: `${storeUrl},${storefrontUrl}`,
    JWT_SECRET: randomBytes(16).toString("hex"),
    COOKIE_SECRET: randomBytes(16).toString("hex"),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const ofPlugin = {
    WEBCHECKOUT_BASE_URL: gateway.baseUrl,
    WEBCHECKOUT_API_KEY: gateway.apiKey,
    WEBCHECKOUT_API_SECRET: gateway.apiSecret,
    MEDUSA_BACKEND_URL: storeUrl,
    STOREFRONT_URL: storefrontUrl,
  }
  if (env.toSorted().join() !== Object.keys(ofPlugin).toSorted().join()) {
    throw new Error(`README.md: its .env block names ${env.join(", ")}, not ${Object.keys(ofPlugin).join(", ")}`)
  }
  const lines = Object.entries({ ...ofMedusa, ...ofPlugin }).map(([name, value]) => `${name}=${value}\n`)
  project.write(".env", lines.join(""))
}
