import type { ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { setTimeout as wait } from "node:timers/promises"
import { z } from "zod"
import { failure, send, sendJson } from "./http"

/** The calls of the merchant API, method and path. A fault can affect each of them. */
export const CALLS = {
  createCheckout: "POST /checkout/web",
  getCheckout: "GET /checkout/:id",
  findCheckouts: "GET /checkout",
  cancelCheckout: "POST /checkout/:id/cancel",
  refundCheckout: "POST /checkout/:id/refund",
  createSubscription: "POST /subscription",
  getSubscription: "GET /subscription/:id",
  findSubscriptions: "GET /subscription",
  pauseSubscription: "POST /subscription/:id/pause",
  resumeSubscription: "POST /subscription/:id/resume",
  listSubscriptionPayments: "GET /subscription/:id/payment",
} as const

export type Operation = keyof typeof CALLS

export const OPERATIONS = Object.keys(CALLS) as Operation[]

const faultSettings = z.strictObject({
  /** The affected call; `*` for any call. */
  operation: z.enum([...OPERATIONS, "*"]),
  /** The number of affected calls; default 1. */
  times: z.int().positive().optional(),
  /** In ms, for `delay-before`, `delay-after` and `slow-body`; default 1000. */
  delayMs: z.int().nonnegative().optional(),
  /** For `status-before` and `status-after`: the HTTP status; default 500. */
  status: z.int().min(100).max(599).optional(),
  /** For `status-before`: the error's text; default "something went wrong". */
  words: z.string().optional(),
  /** For `status-before`: sent as `Retry-After`. */
  retryAfterSeconds: z.int().nonnegative().optional(),
  /** Affects only calls with this checkout's id in their path: never createCheckout or findCheckouts. */
  checkoutId: z.string().optional(),
  /** For `patch`: fields that replace those of the answer's result; `null` removes one. */
  patch: z.record(z.string(), z.unknown()).optional(),
})

/** The gateway's answer before a fault changes it. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

type Strike<Rest extends unknown[]> = (
  fault: z.infer<typeof faultSettings>,
  response: ServerResponse,
  ...rest: Rest
) => void | Promise<void>

const DEFAULT_WORDS = "something went wrong"

/** Faults before the gateway carries out the call: `drop` and `status` prevent it, `delay` does not. */
const BEFORE = {
  "delay-before": ({ delayMs = 1000 }) => wait(delayMs),
  "drop-before": (_, response) => void response.destroy(),
  "status-before": ({ status = 500, words = DEFAULT_WORDS, retryAfterSeconds }, response) => {
    if (retryAfterSeconds !== undefined) {
      response.setHeader("retry-after", retryAfterSeconds)
    }
    sendJson(response, status, failure(words))
  },
} satisfies Record<string, Strike<[]>>

/** Faults after the gateway has handled the call: they delay, change, replace or cut off its answer. */
const AFTER = {
  "delay-after": async ({ delayMs = 1000 }, response, { status, body }) => {
    await wait(delayMs)
    sendJson(response, status, body)
  },
  "drop-after": (_, response) => void response.destroy(),
  "status-after": ({ status = 500 }, response) => sendJson(response, status, failure(DEFAULT_WORDS)),
  garbled: (_, response, { body }) => {
    const text = JSON.stringify(body)
    send(response, 200, "application/json", `${text.slice(0, text.length / 2)}\u0000<<<`)
  },
  html: (_, response) => send(response, 200, "text/html", "<html><body>Maintenance</body></html>"),
  empty: (_, response) => send(response, 200, "application/json", ""),
  truncated: async (_, response, { body }) => {
    const text = JSON.stringify(body)
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) + 10 })
    response.write(text)
    await wait(20)
    response.destroy()
  },
  "slow-body": ({ delayMs = 1000 }, response, { body }) => dribble(response, JSON.stringify(body), delayMs),
  huge: async (_, response) => {
    const piece = Buffer.alloc(64 * 1024, " ")
    response.writeHead(200, { "content-type": "application/json" })
    // The client closes the connection long before the end of these 100 MiB.
    await pipeline(
      Array.from({ length: 1600 }, () => piece),
      response
    ).catch(() => undefined)
  },
  redirect: (_, response) => void response.writeHead(302, { location: "/" }).end(),
  patch: ({ patch = {} }, response, { status, body }) => sendJson(response, status, patched(body, patch)),
} satisfies Record<string, Strike<[Answer]>>

export type FaultKind = keyof typeof BEFORE | keyof typeof AFTER

const KINDS = Object.keys({ ...BEFORE, ...AFTER }) as [FaultKind, ...FaultKind[]]

export const faultSchema = faultSettings.extend({ kind: z.enum(KINDS) })

export type Fault = z.infer<typeof faultSchema>

/** The faults that wait for their calls. Each affects the next `times` matching calls; of several that match, the one added first applies. */
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

  /** Returns the fault for a call, and uses up one of its `times`. @param path of the call, relative to the API's URL */
  take(operation: Operation, path: string): Fault | undefined {
    const fault = this.waiting.find(
      (one) =>
        (one.operation === operation || one.operation === "*") &&
        (one.checkoutId === undefined || path.split("/").includes(one.checkoutId))
    )
    if (fault) {
      fault.times -= 1
      if (fault.times <= 0) {
        this.waiting.splice(this.waiting.indexOf(fault), 1)
      }
    }
    return fault
  }
}

/**
 * Carries out a call and sends the gateway's answer. A fault of BEFORE may end the call first; one of AFTER delays, changes, replaces or
 * cuts off the answer.
 */
export async function carryOut(fault: Fault | undefined, response: ServerResponse, call: () => Answer): Promise<void> {
  const before: Partial<Record<string, Strike<[]>>> = BEFORE
  const after: Partial<Record<string, Strike<[Answer]>>> = AFTER
  const early = fault && before[fault.kind]
  if (early) {
    await early(fault, response)
    if (fault.kind !== "delay-before") {
      return
    }
  }
  const answer = call()
  const strike = fault && after[fault.kind]
  if (strike) {
    await strike(fault, response, answer)
  } else {
    sendJson(response, answer.status, answer.body)
  }
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

function patched(body: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const result = { ...(typeof body.result === "object" ? body.result : {}), ...patch }
  return { ...body, result: Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null)) }
}
