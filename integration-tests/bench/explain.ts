import type { Client } from "pg"

/** Prints how PostgreSQL does each statement; what one of them changes is rolled back. */
export async function explain(client: Client, plans: Record<string, string>): Promise<void> {
  for (const [name, query] of Object.entries(plans)) {
    await client.query("BEGIN")
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${query}`)
    await client.query("ROLLBACK")
    console.log(`-- ${name}\n-- ${query}\n${rows.map((row) => row["QUERY PLAN"]).join("\n")}\n`)
  }
}
