import { SpanStatusCode } from "@medusajs/framework/opentelemetry/api"
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@medusajs/framework/opentelemetry/sdk-trace-node"
import { hideTokens } from "../tracing"

const TOKEN = "0123456789abcdef0123456789abcdef"

describe("hideTokens", () => {
  it("removes tokens and sessions, and leaves the rest of a span unchanged", async () => {
    const exporter = new InMemorySpanExporter()
    const provider = new BasicTracerProvider({ spanProcessors: [hideTokens(new SimpleSpanProcessor(exporter))] })
    const span = provider.getTracer("@medusajs/http").startSpan(`GET /webcheckout/pay/${TOKEN}`)
    // What Medusa's instrumentation of HTTP records.
    span.setAttributes({
      "http.url": `/webcheckout/return/${TOKEN}?checkout=1`,
      "http.method": "GET",
      referer: `https://api.shop.example/webcheckout/payment-collection/${TOKEN}?order_id=order_1`,
      authorization: "Bearer secret",
      cookie: "connect.sid=secret",
      "user-agent": "Browser",
    })
    span.addEvent("error", { "exception.message": `no route /webcheckout/pay/${TOKEN}` })
    span.setStatus({ code: SpanStatusCode.ERROR, message: `Failed /webcheckout/pay/${TOKEN}` })
    span.end()
    await provider.forceFlush()
    const [exported] = exporter.getFinishedSpans()
    const { name, attributes, events, status } = exported
    expect(name).toBe("GET /webcheckout/pay/[token]")
    expect(attributes).toEqual({
      "http.url": "/webcheckout/return/[token]",
      "http.method": "GET",
      referer: "https://api.shop.example/webcheckout/payment-collection/[token]",
      "user-agent": "Browser",
    })
    expect(JSON.stringify([name, attributes, events, status])).not.toMatch(/0123456789|secret/)
    expect(exported.spanContext()).toEqual(span.spanContext())
    expect(exported.duration).toEqual(expect.any(Array))
  })
})
