import { spawn, type ChildProcess } from "node:child_process"
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { atEnd } from "./run-to-end"
import { until } from "./shop"
import { ROOT } from "./store"

export type Manager = "npm" | "pnpm"

/** A command in another project inherits how to reach the registry and the browser, and nothing else but `PATH`. */
const INHERITED = [
  "HOME",
  "TMPDIR",
  "LANG",
  "CHROMIUM_PATH",
  "NODE_EXTRA_CA_CERTS",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
]

/** `npm run` puts this repository's programs first: a project must bring its own. */
export const PATH = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.startsWith(ROOT))
  .join(delimiter)

const LAST_LINES = 40
const TESTS_TIMEOUT_MS = 60 * 60_000

interface Surroundings {
  env?: Record<string, string>
  /** Below the project's. */
  folder?: string
  isShown?: boolean
  /** 0 is what a program has by itself, 19 the lowest priority. */
  niceness?: number
}

/** A folder with a package.json of its own, whose commands are run as a person would type them. */
export class Project {
  constructor(
    readonly folder: string,
    private readonly manager: Manager,
    /** What is installed under a package's name instead of what the registry has. */
    private readonly tarballs: Record<string, string>
  ) {
    mkdirSync(folder, { recursive: true })
  }

  /** The last lines of what was served. */
  get lastLines(): string {
    return existsSync(this.log)
      ? readFileSync(this.log, "utf8").trimEnd().split("\n").slice(-LAST_LINES).join("\n")
      : ""
  }

  private get log(): string {
    return `${this.folder}.log`
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), content)
  }

  /**
   * Runs a command of the docs, in the words of this project's package manager.
   *
   * @param isShown prints what the command prints, as it comes
   * @throws Error unless it ends well, with what it printed where that was not shown
   */
  async run(
    command: string,
    { env = {}, folder = ".", isShown = false, niceness = 0 }: Surroundings = {}
  ): Promise<void> {
    const child = this.start(command, { env, folder, niceness })
    const printed: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (isShown ? process.stdout.write(chunk) : printed.push(chunk.toString())))
    }
    const code = await new Promise<number | null>((done) => child.once("close", done))
    if (code !== 0) {
      throw new Error(`${command} ended with ${code}.\n${printed.join("")}`)
    }
  }

  /** Installs; beside CI's tests at the lowest priority, to go on when they have ended and this file is there. */
  async install(command: string): Promise<void> {
    const { TESTS_ENDED_FILE } = process.env
    await this.run(command, { niceness: TESTS_ENDED_FILE ? 19 : 0 })
    if (TESTS_ENDED_FILE) {
      await until("the end of the tests", async () => existsSync(TESTS_ENDED_FILE), TESTS_TIMEOUT_MS)
    }
  }

  /** Starts a command that goes on running; its output goes to a file beside the project. */
  serve(command: string, { env = {}, folder = "." }: Surroundings = {}): ChildProcess {
    const child = this.start(command, { env, folder, niceness: 0 })
    const log = createWriteStream(this.log, { flags: "a" })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    return child
  }

  private start(command: string, { env, folder, niceness }: Required<Omit<Surroundings, "isShown">>): ChildProcess {
    const inherited = Object.fromEntries(
      INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
    )
    // A group of its own: the package managers start processes, which end with it.
    const child = spawn("nice", ["-n", String(niceness), "sh", "-c", this.inWordsOfManager(command)], {
      cwd: join(this.folder, folder),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...inherited, PATH: this.path, CI: "true", MEDUSA_DISABLE_TELEMETRY: "true", NO_COLOR: "1", ...env },
    })
    atEnd(() => end(child))
    return child
  }

  /** The built server has no packages of its own: npx finds those of the store above it, pnpm only what the path names. */
  private get path(): string {
    return this.manager === "pnpm" ? `${join(this.folder, "node_modules/.bin")}:${PATH}` : PATH
  }

  private inWordsOfManager(command: string): string {
    const named = Object.entries(this.tarballs).reduce(
      (text, [name, path]) => text.replace(new RegExp(`(?<=^npm install .*)(?<= )${name}$`), path),
      command.replace(/^npm install$/, "npm install --no-audit --no-fund")
    )
    if (named === command && /^npm install .*webcheckout/.test(command)) {
      throw new Error(`${command}: has to end with the name of one of the packed packages`)
    }
    if (this.manager === "npm") {
      return named
    }
    return named
      .replace(/^npm install --no-audit --no-fund/, "pnpm install")
      .replace(/^npm install /, "pnpm add ")
      .replace(/^npx -p \S+ /, "pnpm exec ")
      .replace(/^npx /, "pnpm exec ")
  }
}

/** Ends a command, and what it started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) {
    return
  }
  const gone = new Promise((done) => child.once("exit", done))
  process.kill(-child.pid, "SIGKILL")
  await gone
}

/** The version of a package that this repository is tested with. */
export function testedVersion(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    devDependencies: Record<string, string | undefined>
  }
  const version = devDependencies[name]
  if (!version) {
    throw new Error(`package.json has no ${name}`)
  }
  return version
}
