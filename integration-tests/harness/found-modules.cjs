/**
 * Loaded into the tests' stores before Medusa. It consists of thousands of modules, and Node searches for each of them at each start,
 * which is an eighth of a start's work. What it has found among the installed packages is kept for the next process, until npm changes
 * them. What cannot be kept is searched for again.
 */
const { createHash } = require("node:crypto")
const { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } = require("node:fs")
const Module = require("node:module")
const { join, sep } = require("node:path")
const { isMainThread } = require("node:worker_threads")

const PACKAGES = realpathSync(join(__dirname, "../../node_modules"))
const INSTALLED = join(PACKAGES, ".package-lock.json")
const FOLDER = join(PACKAGES, ".cache/webcheckout-modules")
/** A process that found fewer new ones leaves the file as it is. */
const WORTH_KEEPING = 200

if (isMainThread && existsSync(INSTALLED)) {
  const hash = createHash("sha256").update(readFileSync(INSTALLED)).update(PACKAGES).update(process.version)
  const file = join(FOLDER, `${hash.digest("hex")}.json`)
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
  Object.assign(Module._pathCache, kept)
  process.on("exit", () => {
    const found = Object.entries(Module._pathCache).filter(([, path]) => path.startsWith(PACKAGES + sep))
    if (found.length >= Object.keys(kept).length + WORTH_KEEPING) {
      keep(file, JSON.stringify(Object.fromEntries(found)))
    }
  })
}

/** Under its name only when it is whole; what was found for other packages goes. */
function keep(file, text) {
  try {
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, text)
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // Another process keeps the same meanwhile, or the disk is full.
  }
}
