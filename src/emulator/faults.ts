import type { ServerResponse } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import { failure, send, sendJson } from "./http"

/** The calls that a fault can affect, by the names of the client's methods. */
export const OPERATIONS = [
  "createCheckout",
  "getCheckout",
  "findCheckouts",
  "cancelCheckout",
  "refundCheckout",
  "createSubscription",
  "getSubscription",
  "findSubscriptions",
  "pauseSubscription",
  "resumeSubscription",
  "listSubscriptionPayments",
] as const

export type Operation = (typeof OPERATIONS)[number]

/**
 * The kinds of faults. `…-before` applies before the gateway carries out the call: `drop` and `status` prevent it, `delay` does not. `…-after`,
 * and the kinds without a suffix, apply to the answer of a call that was carried out.
 */
export const FAULT_KINDS = [
  "delay-before",
  "delay-after",
  "drop-before",
  "drop-after",
  "status-before",
  "status-after",
  "garbled",
  "html",
  "empty",
  "truncated",
  "slow-body",
  "huge",
  "redirect",
  "patch",
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  /** The affected call; `*` for any call. */
  operation: Operation | "*"
  kind: FaultKind
  /** The number of affected calls; default 1. */
  times?: number
  /** For the delays and the slow body, in ms. */
  delayMs?: number
  /** For the status kinds; default 500. */
  status?: number
  /** For `status-before`: the error's text. */
  words?: string
  /** For `status-before`: sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** Affects only calls about this checkout. */
  checkoutId?: string
  /** For `patch`: fields that replace those of the answer's result; `null` removes one. */
  patch?: Record<string, unknown>
}

/** Faults on demand: each applies to the next matching calls, in the order in which they were added. */
export class FaultPlan {
  private readonly waiting: (Fault & { times: number })[] = []

  add(fault: Fault): void {
    this.waiting.push({ ...fault, times: fault.times ?? 1 })
  }

  clear(): void {
    this.waiting.length = 0
  }

  pending(): Fault[] {
    return this.waiting.map((fault) => ({ ...fault }))
  }

  /** @param path of the call, relative to the API's URL */
  take(operation: Operation, path: string): Fault | undefined {
    const index = this.waiting.findIndex(
      (fault) =>
        (fault.operation === operation || fault.operation === "*") &&
        (fault.checkoutId === undefined || path.split("/").includes(fault.checkoutId))
    )
    if (index < 0) {
      return undefined
    }
    const fault = this.waiting[index]
    fault.times -= 1
    if (fault.times <= 0) {
      this.waiting.splice(index, 1)
    }
    return fault
  }
}

/** The gateway's answer before a fault changes it. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

const HUGE_ANSWER_BYTES = 100 * 1024 * 1024

/** Applies faults before the effect. @returns true if the call was answered or its connection was dropped */
export async function strikeBefore(fault: Fault | undefined, response: ServerResponse): Promise<boolean> {
  if (fault?.kind === "drop-before") {
    response.destroy()
    return true
  }
  if (fault?.kind === "status-before") {
    if (fault.retryAfterSeconds !== undefined) {
      response.setHeader("retry-after", fault.retryAfterSeconds)
    }
    sendJson(response, fault.status ?? 500, failure(fault.words ?? "something went wrong"))
    return true
  }
  if (fault?.kind === "delay-before") {
    await wait(fault.delayMs ?? 1000)
  }
  return false
}

/** Applies faults after the effect, to the answer only. */
export async function strikeAfter(fault: Fault | undefined, response: ServerResponse, answer: Answer): Promise<void> {
  const text = JSON.stringify(answer.body)
  switch (fault?.kind) {
    case "drop-after":
      response.destroy()
      return
    case "delay-after":
      await wait(fault.delayMs ?? 1000)
      break
    case "status-after":
      sendJson(response, fault.status ?? 500, failure("something went wrong"))
      return
    case "garbled":
      send(response, 200, "application/json", `${text.slice(0, text.length / 2)}\u0000<<<`)
      return
    case "html":
      send(response, 200, "text/html", "<html><body>Maintenance</body></html>")
      return
    case "empty":
      send(response, 200, "application/json", "")
      return
    case "truncated":
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) + 10 })
      response.write(text)
      await wait(20)
      response.destroy()
      return
    case "slow-body":
      await dribble(response, text, fault.delayMs ?? 1000)
      return
    case "huge":
      await flood(response)
      return
    case "redirect":
      response.writeHead(302, { location: "/" }).end()
      return
    case "patch":
      sendJson(response, answer.status, patched(answer.body, fault.patch ?? {}))
      return
  }
  sendJson(response, answer.status, answer.body)
}

async function dribble(response: ServerResponse, text: string, delayMs: number): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" })
  const pieces = 10
  const length = Math.ceil(text.length / pieces)
  for (let start = 0; start < text.length && !response.destroyed; start += length) {
    response.write(text.slice(start, start + length))
    await wait(delayMs / pieces)
  }
  response.end()
}

async function flood(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" })
  const piece = Buffer.alloc(64 * 1024, " ")
  const closed = new Promise((resolve) => response.once("close", resolve))
  for (let sent = 0; sent < HUGE_ANSWER_BYTES && !response.destroyed; sent += piece.length) {
    if (!response.write(piece)) {
      await Promise.race([new Promise((resolve) => response.once("drain", resolve)), closed])
    }
  }
  response.end()
}

function patched(body: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const result = { ...(typeof body.result === "object" ? body.result : {}), ...patch }
  return { ...body, result: Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null)) }
}
