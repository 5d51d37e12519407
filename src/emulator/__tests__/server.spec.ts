import { mkdtempSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Emulator, type EmulatorOptions } from "../server"

const HEADERS = { "content-type": "application/json", "x-service-key": "test-key", "x-service-secret": "test-secret" }
const BODY = { requestId: "r1", orderId: "o1", currency: "AED", amount: 10.5, returnUrl: "http://127.0.0.1:9/back?x=1" }

describe("the emulator", () => {
  let emulator: Emulator

  const start = async (options: EmulatorOptions = {}) => {
    emulator = await Emulator.start(options)
  }
  const create = async (body: object, headers: Record<string, string> = HEADERS) => {
    const response = await fetch(`${emulator.baseUrl}/checkout/web`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      body: (await response.json()) as { success: boolean; error?: string; result: Record<string, string> },
    }
  }
  const click = (redirectUrl: string, action: string) =>
    fetch(redirectUrl, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" })

  /** A click with headers that `fetch` would not send. */
  const post = (url: URL, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const form = "action=pay"
      const type = "application/x-www-form-urlencoded"
      request(url, { method: "POST", headers: { "content-type": type, "content-length": form.length, ...headers } })
        .on("response", (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end(form)
    })

  afterEach(() => emulator.stop())

  it("answers a create call with the documented envelope", async () => {
    await start()
    const { status, body } = await create(BODY)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      elapsed: expect.any(Number),
      result: { requestId: "r1", orderId: "o1", status: "PENDING" },
    })
    expect(body.result.id).toMatch(/^\d+$/)
  })

  it("refuses a used requestId and accepts the same orderId again", async () => {
    await start()
    const { body } = await create(BODY)
    emulator.act(body.result.id, "cancel")
    expect(await create(BODY)).toMatchObject({
      status: 400,
      body: { success: false, error: "requestId r1 has already been used" },
    })
    expect(await create({ ...BODY, requestId: "r2" })).toMatchObject({ status: 200 })
  })

  it.each([
    ["host", { host: "rebound.example:4010" }],
    ["origin", { origin: "https://shop.example" }],
    ["origin of another server of this machine", { origin: "http://127.0.0.1:1" }],
  ])(
    "refuses a call of its own pages with a foreign %s, as a page that is open in the same browser would make",
    async (_, headers) => {
      await start()
      const { body } = await create(BODY)
      expect(await post(new URL(body.result.redirectUrl), headers)).toBe(403)
      expect(emulator.books.checkout(body.result.id).status).toBe("PENDING")
    }
  )

  it("accepts a click from its own host and origin, under each of its names", async () => {
    await start()
    const { body } = await create(BODY)
    const url = new URL(body.result.redirectUrl)
    const name = `localhost:${url.port}`
    expect(await post(url, { host: name, origin: `http://${name}` })).toBe(303)
    expect(emulator.books.checkout(body.result.id).status).toBe("PAID")
  })

  it.each(["requestId", "orderId", "currency", "amount", "returnUrl"])("requires %s", async (field) => {
    await start()
    expect(await create({ ...BODY, [field]: undefined })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(field) },
    })
  })

  it.each([
    [{ amount: 0 }, "amount"],
    [{ amount: 1.005 }, "decimals"],
    [{ currency: "ZZZ" }, "currency"],
    [{ returnUrl: "shop" }, "returnUrl"],
    [{ customer: { firstName: "A" } }, "customer.lastName"],
    [{ items: [{ name: "A" }] }, "items[0].quantity"],
  ])("refuses %p", async (change, words) => {
    await start()
    expect((await create({ ...BODY, ...change })).body.error).toContain(words)
  })

  it("checks the headers", async () => {
    await start()
    expect(await create(BODY, { ...HEADERS, "x-service-secret": "no" })).toMatchObject({ status: 401 })
    expect(await create(BODY, { ...HEADERS, "content-type": "text/plain" })).toMatchObject({ status: 415 })
  })

  it.each([
    ["pay", "PAID"],
    ["decline", "FAILED"],
    ["authorize", "AUTHORIZED"],
    ["cancel", "CANCELLED"],
  ])("moves to the shopper's %s and sends the browser back with the service's parameters", async (action, status) => {
    await start()
    const { result } = (await create(BODY)).body
    const response = await click(result.redirectUrl, action)
    expect(response.status).toBe(303)
    expect(response.headers.get("location")).toBe(`http://127.0.0.1:9/back?x=1&checkout=${result.id}&reference=o1`)
    expect(emulator.books.checkout(result.id).status).toBe(status)
  })

  it("lets a shopper pay and leave, and then shows the page as closed", async () => {
    await start()
    const { result } = (await create(BODY)).body
    expect((await click(result.redirectUrl, "pay-and-leave")).status).toBe(200)
    expect(emulator.books.checkout(result.id).status).toBe("PAID")
    expect((await click(result.redirectUrl, "cancel")).status).toBe(409)
    expect(await (await fetch(result.redirectUrl)).text()).toContain("Payment complete")
  })

  it("refuses an action that the status does not allow", async () => {
    await start()
    const { result } = (await create(BODY)).body
    emulator.act(result.id, "pay")
    expect(() => emulator.act(result.id, "cancel")).toThrow(/is PAID and cannot cancel/)
    expect(() => emulator.act(result.id, "expire")).toThrow(/is PAID/)
  })

  it("keeps its books in a file across a restart", async () => {
    const dataFile = join(mkdtempSync(join(tmpdir(), "emulator-")), "books.json")
    await start({ dataFile })
    const { result } = (await create(BODY)).body
    emulator.act(result.id, "pay")
    await emulator.stop()
    await start({ dataFile })
    expect(emulator.books.checkout(result.id).status).toBe("PAID")
    expect(await create(BODY)).toMatchObject({ status: 400 })
  })

  it("accepts faults over HTTP and lists the received calls", async () => {
    await start()
    const fault = await fetch(`${emulator.url}/emulator/faults`, {
      method: "POST",
      body: JSON.stringify({ operation: "createCheckout", kind: "status-before", status: 503 }),
    })
    expect(fault.status).toBe(201)
    expect(await create(BODY)).toMatchObject({ status: 503 })
    const books = (await (await fetch(`${emulator.url}/emulator/books`)).json()) as {
      calls: unknown[]
    }
    expect(books.calls).toMatchObject([{ operation: "createCheckout", httpStatus: 503, fault: "status-before" }])
    expect(await (await fetch(`${emulator.url}/emulator`)).text()).toContain("What this emulator has seen")
  })

  it("reports problems of a fault", async () => {
    await start()
    const answer = await fetch(`${emulator.url}/emulator/faults`, {
      method: "POST",
      body: JSON.stringify({ operation: "pay", kind: "drop-after" }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain("operation: ")
  })

  it("writes no text of a merchant or shopper into its pages unescaped", async () => {
    await start({ merchant: "<script>alert(1)</script>" })
    const { result } = (await create({ ...BODY, orderId: "<img src=x>" })).body
    const html = await (await fetch(result.redirectUrl)).text()
    expect(html).not.toContain("<script>")
    expect(html).not.toContain("<img src=x>")
  })

  it("accepts only 127.0.0.1 or localhost as its host", async () => {
    await start()
    for (const host of ["0.0.0.0", "::1"]) {
      await expect(Emulator.start({ host })).rejects.toThrow(/must be 127.0.0.1 or localhost/)
    }
  })
})
