// A gateway that answers at once, in a process of its own: what is measured is the client.
const { createServer } = require("node:http")

const CHECKOUT = {
  id: "910000000000000001",
  requestId: "payses_01KBENCH00000000000000000",
  orderId: "BENC-HMAR-K123",
  currency: "AED",
  amount: 110.2,
  status: "PENDING",
  redirectUrl: "https://pay.example/checkout/910000000000000001",
  displayId: "BENCH0001",
  customer: { id: "cus_1", firstName: "Aisha", lastName: "Khan", email: "aisha@shop.example" },
}
const ANSWERS = {
  gateway: JSON.stringify({ success: true, elapsed: 1, result: CHECKOUT }),
  stripe: JSON.stringify({
    id: "pi_bench",
    object: "payment_intent",
    amount: 11020,
    currency: "aed",
    status: "requires_payment_method",
    client_secret: "pi_bench_secret",
    metadata: { session_id: CHECKOUT.requestId },
  }),
}

const server = createServer((request, response) => {
  request.resume()
  request.on("end", () => {
    const body = request.url.startsWith("/v1/") ? ANSWERS.stripe : ANSWERS.gateway
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
