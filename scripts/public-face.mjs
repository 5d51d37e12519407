import { join, resolve } from "node:path"
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor"

/**
 * The public face, one reviewed file for each entry point of package.json: docs/api/*.api.md. In CI a face that is not the
 * reviewed one fails; elsewhere it is written, to be looked at in the commit.
 */
const root = resolve(import.meta.dirname, "..")
const built = join(root, ".medusa/server/src")
const isCi = process.argv.includes("--check")

const ENTRIES = {
  index: "index.d.ts",
  emulator: "emulator/server.d.ts",
  provider: "providers/webcheckout/index.d.ts",
  storefront: "storefront/index.d.ts",
}

let failed = false
for (const [name, entry] of Object.entries(ENTRIES)) {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: join(root, "api-extractor.json"),
    packageJsonFullPath: join(root, "package.json"),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(built, entry),
      compiler: {
        overrideTsconfig: {
          extends: join(root, "tsconfig.json"),
          compilerOptions: { lib: ["ES2023", "ES2024.String", "DOM", "DOM.Iterable"], skipLibCheck: true },
          files: [join(built, entry)],
          include: [],
          exclude: [],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: join(root, "docs/api"),
        reportTempFolder: join(root, ".medusa/api"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: { default: { logLevel: "none" } },
        extractorMessageReporting: {
          default: { logLevel: "none" },
          "ae-undocumented": { logLevel: "error" },
        },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
  })
  const result = Extractor.invoke(config, {
    localBuild: !isCi,
    messageCallback: (message) => {
      message.handled = true
      if (message.messageId === "ae-undocumented") {
        failed = true
        console.log(`${message.sourceFilePath}:${message.sourceFileLine} ${message.text}`)
      }
    },
  })
  if (result.apiReportChanged) {
    failed ||= isCi
    console.log(`docs/api/${name}.api.md ${isCi ? "is not the face that was reviewed: npm run face" : "written"}`)
  }
}
process.exitCode = failed ? 1 : 0
