// A gateway of which every checkout is still pending, in a process of its own. Argument: its latency in ms.
const { createServer } = require("node:http")

const latencyMs = Number(process.argv[2])

/** The checkout of the ledger's row with that number: see settling.ts. */
const checkout = (id) => ({
  id,
  requestId: `payses_due${id}`,
  orderId: `DUE-${id}`,
  currency: "AED",
  amount: (Number(id) % 997) + 0.5,
  status: "PENDING",
})

const server = createServer((request, response) => {
  request.resume()
  const body = JSON.stringify({ success: true, elapsed: 1, result: checkout(request.url.split("/").pop()) })
  setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(body), latencyMs)
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
