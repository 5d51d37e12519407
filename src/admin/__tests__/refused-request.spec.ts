import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** What the admin is built with, and where its browser keeps the token. */
const globals = globalThis as Record<string, unknown>

describe("a request of an admin that is built for tokens", () => {
  let server: Server

  beforeAll(async () => {
    server = createServer((req, res) => {
      res.setHeader("content-type", "application/json")
      res.end(JSON.stringify({ authorization: req.headers.authorization ?? null }))
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  })

  afterAll(() => new Promise((closed) => server.close(closed)))

  afterEach(() => {
    Object.assign(globals, { __BACKEND_URL__: undefined, __AUTH_TYPE__: undefined, window: undefined })
    jest.resetModules()
  })

  it.each([
    ["jwt", "Bearer the-token"],
    ["session", null],
  ])("%s: shows %p", async (authType, authorization) => {
    globals.__BACKEND_URL__ = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    globals.__AUTH_TYPE__ = authType
    globals.window = { localStorage: { getItem: () => "the-token", setItem: () => undefined } }
    const { post } = await import("../lib/refused-request")
    expect(await post("/admin/anything", {})).toEqual({ authorization })
  })
})
