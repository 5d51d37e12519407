/**
 * Loaded before Medusa into the processes that the tests start and into those that prepare a shop. Caches two things for the next of them: the
 * paths that Node resolves in node_modules, and V8's compiled code of these modules. From Node 22 on, `module.enableCompileCache` caches the
 * code. The cache is valid for one `node_modules/.package-lock.json`: after an edit by hand in node_modules, delete FOLDER.
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
/** The file is written again only for this many new modules. */
const MIN_NEW_MODULES = 200

if (isMainThread && existsSync(INSTALLED)) {
  const hash = createHash("sha256").update(readFileSync(INSTALLED)).update(PACKAGES).update(process.version)
  const file = join(FOLDER, hash.digest("hex"))
  const cached = readCache(file)
  Object.assign(Module._pathCache, cached.paths)
  Module.enableCompileCache?.(FOLDER)
  const compiled = Module.enableCompileCache ? new Map() : compileWith(cached.code)
  process.on("exit", () => {
    const paths = Object.entries(Module._pathCache).filter(([, path]) => path.startsWith(PACKAGES + sep))
    if (paths.length - Object.keys(cached.paths).length >= MIN_NEW_MODULES || compiled.size >= MIN_NEW_MODULES) {
      writeCache(file, paths, cached.code, compiled)
    }
  })
}

function readCache(file) {
  try {
    return v8.deserialize(readFileSync(file))
  } catch {
    // There is none yet, or it is damaged.
    return { paths: {}, code: new Map() }
  }
}

/** From now on, modules are compiled with this code. @returns the scripts that were compiled without, by path */
function compileWith(code) {
  const compiled = new Map()
  const compile = Module.prototype._compile
  Module.prototype._compile = function (content, path, format) {
    const cachedData = code.get(path)
    const script = canCache(content, path, format) && scriptOf(content, path, cachedData)
    if (!script) {
      return compile.call(this, content, path, format)
    }
    if (cachedData === undefined || script.cachedDataRejected) {
      compiled.set(path, script)
    }
    return script.runInThisContext().call(this.exports, this.exports, requireOf(this), this, path, dirname(path))
  }
  return compiled
}

/** Whether it is CommonJS of a package, without `import()`, which a script of its own cannot call. Node compiles all others. */
function canCache(content, path, format) {
  return path.startsWith(PACKAGES + sep) && format !== "module" && !content.includes("import(")
}

function scriptOf(content, filename, cachedData) {
  try {
    return new vm.Script(Module.wrap(content.replace(/^#!/, "//")), { filename, cachedData })
  } catch {
    // A syntax error, or the syntax of ES modules: Node deals with both.
    return undefined
  }
}

/** The `require` that Node gives to a module. */
function requireOf(module) {
  const resolve = (id, options) => Module._resolveFilename(id, module, false, options)
  resolve.paths = (id) => Module._resolveLookupPaths(id, module)
  const { cache, extensions } = require
  return Object.assign((id) => module.require(id), { resolve, main: process.mainModule, cache, extensions })
}

/** Renamed when it is complete, so that no process reads half a file. */
function writeCache(file, paths, cachedCode, compiled) {
  try {
    const code = [...compiled].map(([path, script]) => [path, script.createCachedData()])
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(
      `${file}.${process.pid}`,
      v8.serialize({ paths: Object.fromEntries(paths), code: new Map([...cachedCode, ...code]) })
    )
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // The disk is full, or the folder is not ours to write.
  }
}
