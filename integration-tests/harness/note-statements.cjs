// Loaded into a store whose statements are counted: each one that goes to PostgreSQL is a line of STATEMENTS_FILE.
const { appendFileSync } = require("node:fs")
const { createRequire } = require("node:module")

const file = process.env.STATEMENTS_FILE
// Which copy Medusa uses is npm's matter.
const copies = new Set([require("pg"), createRequire(require.resolve("@mikro-orm/postgresql"))("pg")])

for (const { Client } of copies) {
  const { query } = Client.prototype
  Client.prototype.query = function (...args) {
    const [asked] = args
    const text = typeof asked === "string" ? asked : (asked?.text ?? "")
    appendFileSync(file, `${text.replace(/\s+/g, " ").trim()}\n`)
    return query.apply(this, args)
  }
}
