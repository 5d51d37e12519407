import type { IncomingMessage, ServerResponse } from "node:http"
import { Refusal } from "./requests"

const LARGEST_BODY_BYTES = 256 * 1024

/** The envelope of a refusal. */
export function failure(error: string): Record<string, unknown> {
  return { success: false, elapsed: 1, error }
}

export function send(response: ServerResponse, status: number, contentType: string, text: string): void {
  response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(text) }).end(text)
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, "application/json", JSON.stringify(body))
}

export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.setHeader("cache-control", "no-store")
  send(response, status, "text/html; charset=utf-8", html)
}

/** Reads the body as text. @throws Refusal if it is too large */
export async function readBody(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > LARGEST_BODY_BYTES) {
      throw new Refusal("the body is too large", 413)
    }
  }
  return text
}

/** Parses a JSON object; an empty body gives an empty one. @throws Refusal for anything else */
export function parseBody(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body || "{}")
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) {
      return { ...parsed }
    }
  } catch {
    throw new Refusal("the body is not JSON")
  }
  throw new Refusal("the body must be a JSON object")
}
