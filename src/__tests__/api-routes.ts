import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const API = join(__dirname, "../api")

/** Every route of the plugin, read from its files: `GET /admin/webcheckout/checkouts/:id`. */
export function apiRoutes(): string[] {
  return readdirSync(API, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("/route.ts"))
    .flatMap((file) => {
      const source = readFileSync(join(API, file), "utf8")
      const path = `/${file.replace("/route.ts", "").replace(/\[\w+\]/g, ":id")}`
      return ["GET", "POST"]
        .filter((method) => new RegExp(`export (const|async function) ${method}\\b`).test(source))
        .map((method) => `${method} ${path}`)
    })
}
