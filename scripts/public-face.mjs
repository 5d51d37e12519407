import { mkdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { CompilerState, Extractor, ExtractorConfig } from "@microsoft/api-extractor"

/**
 * The public face, one reviewed file for each entry point of the two packages that has types: docs/api/*.api.md. In CI (--check) a
 * face that is not the reviewed one fails; elsewhere it is written, to be looked at in the commit. What a merchant imports by
 * name must have a doc comment; what stands behind it is in the report too, so that a change of it is seen.
 */
const root = resolve(import.meta.dirname, "..")
const isCheck = process.argv.includes("--check")
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const kit = JSON.parse(readFileSync(join(root, "src/storefront/package.json"), "utf8"))

const entries = [
  ...Object.entries(exports).flatMap(([path, { types }]) =>
    types ? [{ name: path === "." ? "index" : path.slice(2).replaceAll("/", "-"), types }] : []
  ),
  ...Object.entries(kit.exports).flatMap(([path, { require }]) =>
    require
      ? [
          {
            name: ["storefront", ...path.split("/").slice(1)].join("-"),
            types: join("src/storefront", require.replace(/\.js$/, ".d.ts")),
          },
        ]
      : []
  ),
]

/** @param whole what the face leads to as well as the face itself */
function configOf({ name, types }, whole) {
  return ExtractorConfig.prepare({
    configObjectFullPath: join(root, "api-extractor.json"),
    packageJsonFullPath: join(root, "package.json"),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, types),
      compiler: {
        overrideTsconfig: {
          extends: join(root, "tsconfig.json"),
          compilerOptions: { lib: ["ES2023", "ES2024.String", "DOM", "DOM.Iterable"], skipLibCheck: true },
          files: entries.map((entry) => join(root, entry.types)),
          include: [],
          exclude: [],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: whole,
        reportFileName: `${name}.api.md`,
        reportFolder: join(root, whole ? "docs/api" : ".medusa/api/names"),
        reportTempFolder: join(root, ".medusa/api"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: { default: { logLevel: "error" } },
        extractorMessageReporting: {
          default: { logLevel: "none" },
          "ae-undocumented": { logLevel: whole ? "none" : "error" },
        },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
  })
}

/** One compilation for all reports. */
const compilerState = CompilerState.create(configOf(entries[0], true))

function extract(entry, whole, messageCallback) {
  return Extractor.invoke(configOf(entry, whole), { compilerState, localBuild: !(isCheck && whole), messageCallback })
}

mkdirSync(join(root, ".medusa/api/names"), { recursive: true })
mkdirSync(join(root, "docs/api"), { recursive: true })

const problems = []
const tell = (message) => {
  message.handled = true
  if (message.logLevel === "error") {
    problems.push(`${message.sourceFilePath ?? ""}:${message.sourceFileLine ?? ""} ${message.text}`)
  }
}
for (const entry of entries) {
  extract(entry, false, tell)
  const { apiReportChanged } = extract(entry, true, (message) => (message.handled = true))
  if (apiReportChanged) {
    const file = `docs/api/${entry.name}.api.md`
    if (isCheck) {
      problems.push(`${file} is not the face that was reviewed: npm run face`)
    } else {
      console.log(`${file} written`)
    }
  }
}
problems.forEach((problem) => console.log(problem))
process.exitCode = problems.length > 0 ? 1 : 0
