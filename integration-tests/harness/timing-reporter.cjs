const { relative } = require("node:path")

const SLOWEST = 10

/**
 * Prints, at the end of a run, where its time went: for each file the seconds before, between and after its tests (set-up)
 * and those of its tests; the slowest tests; and the worker-seconds of each kind of test.
 */
module.exports = class TimingReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir
    this.files = []
  }

  onTestResult({ context, path }, { perfStats, testResults }) {
    const tests = testResults
      .filter(({ duration }) => typeof duration === "number")
      .map(({ fullName, duration }) => ({ name: fullName, seconds: duration / 1000 }))
    const all = (perfStats.end - perfStats.start) / 1000
    const inTests = tests.reduce((sum, { seconds }) => sum + seconds, 0)
    // Concurrent tests overlap, so that their sum may exceed the file's own time.
    const setUp = Math.max(0, all - inTests)
    const kind = context.config.displayName?.name ?? "tests"
    this.files.push({ kind, path: relative(this.rootDir, path), all, setUp, inTests, tests })
  }

  onRunComplete() {
    if (this.files.length === 0) {
      return
    }
    const lines = [
      "",
      "Seconds of each file (set-up + tests):",
      ...longestFirst(this.files, "all").map(
        ({ path, all, setUp, inTests, tests }) =>
          `${seconds(all)} = ${seconds(setUp)} + ${seconds(inTests)}  ${path} (${tests.length} tests)`
      ),
      "",
      `The ${SLOWEST} slowest tests:`,
      ...longestFirst(
        this.files.flatMap(({ path, tests }) => tests.map((test) => ({ ...test, path }))),
        "seconds"
      )
        .slice(0, SLOWEST)
        .map((test) => `${seconds(test.seconds)}  ${test.path}: ${test.name}`),
      "",
      "Worker-seconds of each kind of test:",
      ...[...sumsByKind(this.files), ["all", this.files.reduce((sum, { all }) => sum + all, 0)]].map(
        ([kind, sum]) => `${seconds(sum)}  ${kind}`
      ),
      "",
    ]
    process.stdout.write(`${lines.join("\n")}\n`)
  }
}

function sumsByKind(files) {
  const sums = new Map()
  for (const { kind, all } of files) {
    sums.set(kind, (sums.get(kind) ?? 0) + all)
  }
  return [...sums].sort(([, a], [, b]) => b - a)
}

function longestFirst(rows, key) {
  return [...rows].sort((a, b) => b[key] - a[key])
}

function seconds(value) {
  return value.toFixed(1).padStart(7)
}
