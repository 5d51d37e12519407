import type { ReadableSpan, SpanProcessor } from "@medusajs/framework/opentelemetry/sdk-trace-node"
import { withoutTokens } from "./modules/web-checkout/secret-token"

/** Headers whose reader could act as the sender. */
const SECRET_HEADERS = new Set(["authorization", "cookie", "set-cookie", "x-medusa-access-token"])

/**
 * Medusa's HTTP instrumentation records each request's URL and headers in a span's name and attributes. Before a span is exported, this removes
 * the tokens of pay links and return addresses, and the headers that contain a session.
 *
 * @param processor receives the spans
 * @example
 * registerOtel({
 *   serviceName: "store",
 *   exporter,
 *   instrument: { http: true },
 *   spanProcessor: hideTokens(new BatchSpanProcessor(exporter)),
 * })
 */
export function hideTokens(processor: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, context) => processor.onStart(span, context),
    onEnd: (span) => processor.onEnd(withoutSecrets(span)),
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  }
}

/** A copy of the span with other texts; the original's name and attributes are unchanged. */
function withoutSecrets(span: ReadableSpan): ReadableSpan {
  const status = { ...span.status, message: span.status.message && withoutTokens(span.status.message) }
  const events = span.events.map((event) => ({ ...event, attributes: cleaned(event.attributes) }))
  const clean = { name: withoutTokens(span.name), attributes: cleaned(span.attributes), events, status }
  return Object.create(span, Object.getOwnPropertyDescriptors(clean)) as ReadableSpan
}

type Attributes = ReadableSpan["attributes"]

function cleaned(attributes: Attributes | undefined): Attributes {
  return Object.fromEntries(
    Object.entries(attributes ?? {})
      .filter(([name]) => !SECRET_HEADERS.has(name.toLowerCase()))
      .map(([name, value]) => [name, typeof value === "string" ? withoutTokens(value) : value])
  )
}
