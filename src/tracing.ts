import type { ReadableSpan, SpanProcessor } from "@medusajs/framework/opentelemetry/sdk-trace-node"
import { withoutTokens } from "./modules/web-checkout/secret-token"

/** Headers that let whoever reads them act as the sender. */
const SECRET_HEADERS = new Set(["authorization", "cookie", "set-cookie", "x-medusa-access-token"])

/**
 * Medusa's HTTP instrumentation records each request's address and headers as a span's name and attributes. This takes the tokens
 * of pay links and return addresses out of them, and the headers that carry a session, before a span is exported.
 *
 * @param processor where the spans go on to
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

/** The same span with other words: the original's own name and attributes stay as they are. */
function withoutSecrets(span: ReadableSpan): ReadableSpan {
  const status = { ...span.status, message: span.status.message && withoutTokens(span.status.message) }
  const events = span.events.map((event) => ({ ...event, attributes: cleaned(event.attributes) }))
  return Object.create(span, {
    name: { value: withoutTokens(span.name), enumerable: true },
    attributes: { value: cleaned(span.attributes), enumerable: true },
    events: { value: events, enumerable: true },
    status: { value: status, enumerable: true },
  }) as ReadableSpan
}

type Attributes = ReadableSpan["attributes"]

function cleaned(attributes: Attributes | undefined): Attributes {
  return Object.fromEntries(
    Object.entries(attributes ?? {})
      .filter(([name]) => !SECRET_HEADERS.has(name.toLowerCase()))
      .map(([name, value]) => [name, typeof value === "string" ? withoutTokens(value) : value])
  )
}
