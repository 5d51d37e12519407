/** The calls a fault can be put on, by the names of the client's methods. */
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
 * What goes wrong. `…-before` means the gateway did nothing, `…-after` that it did what was asked and only the
 * answer suffered; the kinds without a suffix spoil the answer after the effect.
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
  /** The call it strikes; `*` strikes any. */
  operation: Operation | "*"
  kind: FaultKind
  /** How many calls it strikes; 1 unless told. */
  times?: number
  /** For the delays and the slow body. */
  delayMs?: number
  /** For the status kinds; 500 unless told. */
  status?: number
  /** For `status-before`: the error's text. */
  words?: string
  /** For `status-before`: sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** Only calls about this checkout are struck. */
  checkoutId?: string
  /** For `patch`: fields put over the answer's result; `null` removes one. */
  patch?: Record<string, unknown>
}

/** Faults on demand: each is taken by the next calls it fits, in the order they were added. */
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

  /** @param path of the call, below the API's address */
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
