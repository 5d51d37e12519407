const { spawnSync } = require("node:child_process")
const { existsSync } = require("node:fs")

/** The shell without a window comes first: the browser tests take a fifth less time with it. */
const CHROMIUM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
]

/** Where Chromium is, or undefined. CHROMIUM_PATH comes first. */
function findChromium() {
  return [process.env.CHROMIUM_PATH, ...CHROMIUM].find((path) => path !== undefined && existsSync(path))
}

/** Whether a Redis server can be started here. */
function hasRedis() {
  return spawnSync("redis-server", ["--version"]).status === 0
}

/** What some tests need of the machine, and how it is had. */
const NEEDS = {
  chromium: {
    isThere: () => findChromium() !== undefined,
    missing:
      "no Chromium was found (Debian: apt-get install chromium-headless-shell; or set CHROMIUM_PATH): the browser tests did not run",
  },
  redis: {
    isThere: hasRedis,
    missing: "no redis-server was found (Debian: apt-get install redis-server): the tests of two processes did not run",
  },
}

module.exports = { findChromium, NEEDS }
