import { createServer, type IncomingMessage } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"

/** As much of Stripe as its Medusa provider asks for: every payment intent has succeeded when it is looked at. */
export async function startStripeStandIn(latencyMs: number): Promise<{ url: string; stop: () => void }> {
  const amounts = new Map<string, { amount: number; currency: string; session_id: string }>()
  const server = createServer((request, response) => {
    void (async () => {
      const body = new URLSearchParams(await textOf(request))
      await (latencyMs > 0 && wait(latencyMs))
      const known = /^\/v1\/payment_intents\/(pi_\d+)/.exec(request.url ?? "")?.[1]
      const id = known ?? `pi_${amounts.size + 1}`
      if (!known) {
        const session_id = body.get("metadata[session_id]") ?? ""
        amounts.set(id, { amount: Number(body.get("amount")), currency: body.get("currency") ?? "", session_id })
      }
      const { amount = 0, currency = "", session_id = "" } = amounts.get(id) ?? {}
      const status = known ? "succeeded" : "requires_payment_method"
      const intent = { id, object: "payment_intent", amount, amount_received: amount, currency, status }
      const text = JSON.stringify({ ...intent, client_secret: `${id}_secret`, metadata: { session_id } })
      response.writeHead(200, { "content-type": "application/json" }).end(text)
    })()
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) {
    text += String(chunk)
  }
  return text
}
