/** Loaded into the tests' stores before Medusa: they wait as WAITS says. A module or constant that is gone is an error. */
const Module = require("node:module")
const { join } = require("node:path")
const { WAITS } = require("./waits.cjs")

const SERVER = join(__dirname, "../../.medusa/server/src")

const byFile = new Map(
  Object.entries(WAITS).map(([name, constants]) => [require.resolve(join(SERVER, `${name}.js`)), constants])
)
const load = Module._extensions[".js"]

Module._extensions[".js"] = (loaded, file) => {
  load(loaded, file)
  for (const [name, value] of Object.entries(byFile.get(file) ?? {})) {
    if (!(name in loaded.exports)) {
      throw new Error(`${file} exports no ${name}, which waits.cjs names`)
    }
    loaded.exports[name] = value
  }
}
