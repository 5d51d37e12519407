import { spawn, spawnSync } from "node:child_process"
import { freePort } from "./free-port"
import { until } from "./shop"

export interface Redis {
  url: string
  stop(): Promise<void>
}

/** A Redis server of our own that keeps nothing. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort()
  const server = spawn(
    "redis-server",
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    {
      stdio: "ignore",
    }
  )
  await until("Redis", async () => spawnSync("redis-cli", ["-p", String(port), "ping"]).status === 0)
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      const gone = new Promise((done) => server.once("exit", done))
      server.kill("SIGTERM")
      await gone
    },
  }
}
