import { createServer, type Server } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { GatewayClient } from "../client"

const CHECKOUT = {
  id: "910000000000000001",
  requestId: "payses_1",
  orderId: "ABCD-EFGH-JKMN",
  currency: "AED",
  amount: 10,
  status: "PAID",
}

/** Answers that no emulator gives: what else might stand behind HTTP 200. */
describe("the envelope of an answer", () => {
  let server: Server
  let client: GatewayClient
  let body: unknown

  beforeAll(async () => {
    server = createServer((_req, res) => {
      res.setHeader("content-type", "application/json").end(JSON.stringify(body))
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    client = new GatewayClient({
      baseUrl: `http://127.0.0.1:${port}/api/v1`,
      apiKey: "test-key",
      apiSecret: "test-secret",
      headers: { key: "X-SERVICE-KEY", secret: "X-SERVICE-SECRET" },
      timeoutMs: 2000,
      maxConnections: 1,
      identifierSpelling: "Id",
    })
  })

  afterAll(async () => {
    await client.close()
    server.close()
  })

  it("is read if it is valid", async () => {
    body = { success: true, elapsed: 1, result: CHECKOUT }
    await expect(client.getCheckout(CHECKOUT.id)).resolves.toEqual(CHECKOUT)
  })

  it("is accepted without elapsed", async () => {
    body = { success: true, result: CHECKOUT }
    await expect(client.getCheckout(CHECKOUT.id)).resolves.toEqual(CHECKOUT)
  })

  it.each<[string, unknown, string]>([
    ["a success in another shape", { success: "true", elapsed: 1, result: CHECKOUT }, "success"],
    ["a success as a number", { success: 1, elapsed: 1, result: CHECKOUT }, "success"],
    ["no word of success", { elapsed: 1, result: CHECKOUT }, "success"],
    ["no result", { success: true, elapsed: 1 }, "result"],
    ["a list", [{ success: true, elapsed: 1, result: CHECKOUT }], "(body)"],
    ["a text", "success", "(body)"],
    ["nothing", null, "(body)"],
  ])("is malformed with %s, and nothing in it is believed", async (_, answer, path) => {
    body = answer
    await expect(client.getCheckout(CHECKOUT.id)).rejects.toMatchObject({
      code: "gateway_malformed",
      message: expect.stringContaining(` an unexpected answer: ${path}: `),
    })
  })

  it("is a refusal if success is false", async () => {
    body = { success: false, elapsed: 1, error: "no such checkout", result: CHECKOUT }
    await expect(client.getCheckout(CHECKOUT.id)).rejects.toMatchObject({ code: "gateway_rejected", httpStatus: 200 })
  })
})
