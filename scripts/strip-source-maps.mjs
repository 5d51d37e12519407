import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Medusa's build writes each file's source map into the file, a third of what would be published, and Node reads none of them unless it
 * is told to. What is built stays readable without.
 */
const BUILT = ".medusa/server/src"

for (const name of readdirSync(BUILT, { recursive: true })) {
  if (name.endsWith(".js")) {
    const path = join(BUILT, name)
    writeFileSync(path, readFileSync(path, "utf8").replace(/\n\/\/# sourceMappingURL=data:\S+\s*$/, "\n"))
  }
}
