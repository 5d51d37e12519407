/**
 * Loaded into the tests' stores before Medusa. Keeps for the next process what Node does with each of the thousands of modules in
 * node_modules that a start of Medusa loads: the paths that it has found, and the code that V8 has compiled. Both are valid until npm changes
 * the packages. What cannot be kept is done again. From Node 22 on, `module.enableCompileCache` keeps compiled code.
 */
const { createHash } = require("node:crypto")
const { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } = require("node:fs")
const Module = require("node:module")
const { dirname, join, sep } = require("node:path")
const v8 = require("node:v8")
const vm = require("node:vm")
const { isMainThread } = require("node:worker_threads")

const PACKAGES = realpathSync(join(__dirname, "../../node_modules"))
const INSTALLED = join(PACKAGES, ".package-lock.json")
const FOLDER = join(PACKAGES, ".cache/webcheckout-modules")
/** Fewer new ones than this are not worth writing the file again. */
const WORTH_KEEPING = 200

if (isMainThread && existsSync(INSTALLED)) {
  const hash = createHash("sha256").update(readFileSync(INSTALLED)).update(PACKAGES).update(process.version)
  const file = join(FOLDER, hash.digest("hex"))
  const kept = existsSync(file) ? v8.deserialize(readFileSync(file)) : { paths: {}, code: new Map() }
  Object.assign(Module._pathCache, kept.paths)
  Module.enableCompileCache?.(FOLDER)
  const compiled = Module.enableCompileCache ? new Map() : compileWith(kept.code)
  process.on("exit", () => {
    const paths = Object.entries(Module._pathCache).filter(([, path]) => path.startsWith(PACKAGES + sep))
    if (paths.length - Object.keys(kept.paths).length >= WORTH_KEEPING || compiled.size >= WORTH_KEEPING) {
      const code = [...compiled].map(([path, script]) => [path, script.createCachedData()])
      keep(file, v8.serialize({ paths: Object.fromEntries(paths), code: new Map([...kept.code, ...code]) }))
    }
  })
}

/** Compiles modules with the code that is kept. @returns the scripts of those whose code is not, by path */
function compileWith(kept) {
  const compiled = new Map()
  const compile = Module.prototype._compile
  Module.prototype._compile = function (content, path, ...rest) {
    const cachedData = kept.get(path)
    const script = isPlain(content, path, rest) && scriptOf(content, path, cachedData)
    if (!script) {
      return compile.call(this, content, path, ...rest)
    }
    if (cachedData === undefined || script.cachedDataRejected) {
      compiled.set(path, script)
    }
    return script.runInThisContext().call(this.exports, this.exports, requireOf(this), this, path, dirname(path))
  }
  return compiled
}

/** A package's CommonJS; what imports dynamically, and ES modules, are left to Node. */
function isPlain(content, path, format) {
  return path.startsWith(PACKAGES + sep) && !format.includes("module") && !content.includes("import(")
}

function scriptOf(content, filename, cachedData) {
  try {
    return new vm.Script(Module.wrap(content.replace(/^#!/, "//")), { filename, cachedData })
  } catch {
    // Node says what is wrong with it.
    return undefined
  }
}

function requireOf(module) {
  const resolve = (id, options) => Module._resolveFilename(id, module, false, options)
  resolve.paths = (id) => Module._resolveLookupPaths(id, module)
  const { cache, extensions } = require
  return Object.assign((id) => module.require(id), { resolve, main: process.mainModule, cache, extensions })
}

/** Renamed when it is complete, so that no process reads half a file. */
function keep(file, data) {
  try {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, data)
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // The disk is full, or the folder is not ours to write.
  }
}
