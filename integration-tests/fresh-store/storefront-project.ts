import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { testedVersion, type Project } from "../harness/project"

const FILES = join(__dirname, "storefront")

/** A folder with nothing but Medusa's js-sdk and the tools that build it, before the kit is installed. */
export function writeStorefront(project: Project, { storeUrl, key }: { storeUrl: string; key: string }): void {
  project.write(
    "package.json",
    JSON.stringify(
      {
        name: "fresh-storefront",
        version: "0.0.1",
        private: true,
        type: "module",
        dependencies: { "@medusajs/js-sdk": testedVersion("@medusajs/js-sdk") },
        devDependencies: { typescript: testedVersion("typescript"), vite: "^5.4.14" },
      },
      null,
      2
    )
  )
  project.write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: {
        target: "ES2022",
        module: "ESNext",
        moduleResolution: "bundler",
        lib: ["ES2022", "DOM"],
        types: ["vite/client"],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      },
      include: ["main.ts"],
    })
  )
  project.write("vite.config.js", `export default { build: { target: "es2022" } }\n`)
  project.write(".env", `VITE_MEDUSA_URL=${storeUrl}\nVITE_PUBLISHABLE_KEY=${key}\n`)
  for (const name of ["index.html", "main.ts"]) {
    copyFileSync(join(FILES, name), join(project.folder, name))
  }
}
