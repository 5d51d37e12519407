import { metrics } from "@opentelemetry/api"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import { Emulator } from "../../src/emulator/server"
import { parseOptions } from "../../src/modules/web-checkout/options"
import type { ModuleCradle } from "../../src/modules/web-checkout/own-service"
import { Gateways } from "../../src/modules/web-checkout/services/gateways"
import { Meters } from "../../src/modules/web-checkout/services/meters"

describe("the meters, with an SDK in the process", () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const provider = new MeterProvider({ readers: [reader] })
  let emulator: Emulator
  let meters: Meters
  let gateways: Gateways

  beforeAll(async () => {
    metrics.setGlobalMeterProvider(provider)
    emulator = await Emulator.start({})
    const { baseUrl, apiKey, apiSecret } = emulator
    const webCheckoutOptions = parseOptions({
      environment: "test",
      baseUrl,
      apiKey,
      apiSecret,
      backendUrl: "http://localhost:9000",
      storefront: { url: "http://localhost:8000" },
    })
    const cradle = { webCheckoutOptions } as ModuleCradle
    meters = new Meters(cradle)
    gateways = new Gateways({ ...cradle, meters })
  })

  afterAll(async () => {
    meters.close()
    await gateways.close()
    await emulator.stop()
    await provider.shutdown()
    metrics.disable()
  })

  const collect = async () => {
    exporter.reset()
    await reader.forceFlush()
    return new Map(
      exporter
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap((scope) => scope.metrics)
        .map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints])
    )
  }

  it("count every call by operation and outcome, with its duration", async () => {
    const client = gateways.client("default")
    await client
      .createCheckout({
        requestId: "r1",
        orderId: "o1",
        currency: "AED",
        amount: 10,
        returnUrl: "http://localhost:9000/back",
      })
      .catch(() => undefined)
    await client.getCheckout("999").catch(() => undefined)
    emulator.setAway(true)
    await client.getCheckout("999").catch(() => undefined)
    emulator.setAway(false)
    const points = (await collect()).get("webcheckout.gateway.call.duration") ?? []
    const found = points.map(({ attributes, value }) => [
      attributes.operation,
      attributes.outcome,
      typeof value === "object" ? value.count : value,
    ])
    expect(found).toEqual([
      ["POST /checkout/web", "ok", 1],
      ["GET /checkout/{id}", "gateway_rejected", 1],
      ["GET /checkout/{id}", expect.stringMatching(/^gateway_(unreachable|ambiguous)$/), 1],
    ])
    expect(points[0].attributes).toMatchObject({ account: "default", environment: "test" })
    // A quick call and one of three seconds are told apart.
    const [{ value }] = points
    const { boundaries } = typeof value === "object" && "buckets" in value ? value.buckets : { boundaries: [] }
    expect(boundaries.filter((bound) => bound < 3).length).toBeGreaterThan(4)
  })

  it("count the returns with an unknown return URL", async () => {
    meters.recordUnknownReturn()
    meters.recordUnknownReturn()
    expect((await collect()).get("webcheckout.returns.unknown")).toMatchObject([
      { value: 2, attributes: { environment: "test" } },
    ])
  })

  it("read the ledger's figures only when metrics are collected", async () => {
    let asked = 0
    meters.observe(async () => {
      asked += 1
      return { openCases: 3, due: 7, oldest_unanswered_at: new Date(Date.now() - 90_000) }
    })
    expect(asked).toBe(0)
    const found = await collect()
    expect(asked).toBe(1)
    expect(found.get("webcheckout.cases.open")?.[0].value).toBe(3)
    expect(found.get("webcheckout.ledger.due")?.[0].value).toBe(7)
    expect(found.get("webcheckout.ledger.oldest_unanswered")?.[0].value).toBeGreaterThanOrEqual(90)
  })
})
