import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(__dirname, "../..")
const { repository } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { repository: { url: string } }
/** Where GitHub serves the repository's files: npm's page of the package shows no picture of another address. */
const FILES = `${repository.url.replace(/^git\+https:\/\/github\.com\/(.+)\.git$/, "https://raw.githubusercontent.com/$1")}/main/`

describe("what npm shows of the README", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8")
  const images = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, address]) => address)

  it("has pictures", () => {
    expect(images.length).toBeGreaterThan(5)
  })

  it.each(images)("%s is a file of the repository", (address) => {
    expect(address.startsWith(FILES)).toBe(true)
    expect(existsSync(join(ROOT, address.slice(FILES.length)))).toBe(true)
  })
})
