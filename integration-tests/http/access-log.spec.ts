import { until } from "../harness/shop"
import { World } from "../harness/world"

const TOKEN = "feedfacefeedfacefeedfacefeedface"
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

describe("the access log of a store in production", () => {
  let world: World

  beforeAll(async () => {
    world = await World.start({ env: { NODE_ENV: "production" } })
  })

  afterAll(() => world.stop())

  it("contains no token after a shopper's return", async () => {
    const { checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    await world.comeBack(checkout)
    // When the world stops, its log is searched for tokens, and the file fails if there is one.
    await until("the access log", async () => world.store.log().includes("/webcheckout/return/"))
  })

  it("contains no token, with any method, body and referrer", async () => {
    const doors = ["return", "pay", "payment-collection"].map((door) => `${world.store.url}/webcheckout/${door}`)
    const addresses = [
      ...doors.map((door) => `${door}/${TOKEN}`),
      `${doors[1]}/${TOKEN}/further`,
      `${doors[1]}/${TOKEN}%`,
      `${doors[1]}%2F${TOKEN}`,
    ]
    for (const url of addresses) {
      for (const method of METHODS) {
        await fetch(url, { method, redirect: "manual", headers: { referer: url } })
      }
      // Medusa parses the body of any method that it is not told of.
      for (const method of ["POST", "PROPFIND"]) {
        await fetch(url, { method, body: "{", headers: { "content-type": "application/json" } })
      }
    }
    const logged = () => world.store.log().split("/webcheckout/pay/[token]").length - 1
    await until("the access log", () => Promise.resolve(logged() >= METHODS.length))
    expect(world.store.log()).not.toContain(TOKEN)
  })
})
