import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../harness/store"

export interface InstallSection {
  /** The command that adds the plugin. */
  install: string
  /** The names of the variables of its .env block. */
  env: string[]
  /** The block of medusa-config.ts. */
  config: string
  /** The commands that follow it, in their order. */
  afterConfig: string[]
}

/** What the README tells a merchant to do. @throws Error when the section has no such block */
export function readInstallSection(): InstallSection {
  const section = sectionOf("## Install it in a store")
  const [config] = blocksOf(section, "ts")
  const [env = ""] = blocksOf(section, "ini")
  const [install, ...afterConfig] = blocksOf(section, "sh").flatMap((block) => block.split("\n").filter(Boolean))
  if (!config || !install || afterConfig.length === 0) {
    throw new Error("README.md: the section on installing has to have one ts block, with commands before and after it")
  }
  return { install, env: [...env.matchAll(/^(\w+)=/gm)].map(([, name]) => name), config, afterConfig }
}

/** The command that adds the storefront kit. */
export function readKitCommand(): string {
  const [command] = blocksOf(sectionOf("## Add it to the storefront"), "sh")
  if (!command) {
    throw new Error("README.md: the section on the storefront has to have a sh block with the kit's installation")
  }
  return command.trim()
}

function sectionOf(heading: string): string {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8")
  const [, section] = readme.split(`\n${heading}\n`)
  if (!section) {
    throw new Error(`README.md has no section "${heading}"`)
  }
  return section.replace(/\n## .*/s, "")
}

function blocksOf(section: string, language: string): string[] {
  return [...section.matchAll(/```(\w+)\n(.*?)```/gs)]
    .filter(([, of]) => of === language)
    .map(([, , text]) => text ?? "")
}
