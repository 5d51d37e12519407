/**
 * Loaded into the tests' stores before Medusa. Keeps the paths of the modules that Node has found in node_modules for the next process: a
 * start of Medusa searches for thousands. They are valid until npm changes the packages. What cannot be kept is searched for again.
 */
const { createHash } = require("node:crypto")
const { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } = require("node:fs")
const Module = require("node:module")
const { join, sep } = require("node:path")
const { isMainThread } = require("node:worker_threads")

const PACKAGES = realpathSync(join(__dirname, "../../node_modules"))
const INSTALLED = join(PACKAGES, ".package-lock.json")
const FOLDER = join(PACKAGES, ".cache/webcheckout-modules")
/** Fewer new paths than this are not worth writing the file again. */
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

/** Renamed when it is complete, so that no process reads half a file. */
function keep(file, text) {
  try {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, text)
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // The disk is full, or the folder is not ours to write.
  }
}
