import type { Dispatcher } from "undici"

/** An answer before it is parsed. Header names are in lower case, as undici returns them. */
export interface Answer {
  httpStatus: number
  contentType: string
  /** The header `Retry-After`, unparsed. */
  retryAfter: string
  text: string
}

/** The name of the error when the deadline has passed; the same that `AbortSignal.timeout` uses. */
export const TIMEOUT_ERROR = "TimeoutError"

/** Invalid UTF-8 becomes U+FFFD, as in every body that undici reads as text. A byte order mark is removed. */
const utf8 = new TextDecoder()

/**
 * The handler of one request for undici's `dispatch`. It collects the text itself: `request()` would create a stream for each body, which is
 * a third of a call's cost, and would need an abort signal for the deadline.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Whether a byte may have been sent: undici calls onRequestStart just before it writes the request to a socket. */
  sent = false
  readonly answer: Promise<Answer>
  private resolve: (answer: Answer) => void = () => undefined
  private reject: (reason: unknown) => void = () => undefined
  private controller?: Dispatcher.DispatchController
  private late?: Error
  private readonly received: Answer = { httpStatus: 0, contentType: "", retryAfter: "", text: "" }
  private chunks: Buffer[] = []
  private readonly timer: NodeJS.Timeout

  /** @param timeoutMs from now until the last byte of the answer */
  constructor(timeoutMs: number) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    this.timer = setTimeout(() => this.tooLate(), timeoutMs).unref()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.late) {
      controller.abort(this.late)
      return
    }
    this.sent = true
    this.controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    httpStatus: number,
    headers: Record<string, string | string[] | undefined>
  ): void {
    const { "content-type": contentType = "", "retry-after": retryAfter = "" } = headers
    Object.assign(this.received, { httpStatus, contentType: String(contentType), retryAfter: String(retryAfter) })
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk)
  }

  onResponseEnd(): void {
    clearTimeout(this.timer)
    this.received.text = utf8.decode(this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks))
    this.resolve(this.received)
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: unknown): void {
    clearTimeout(this.timer)
    this.reject(error)
  }

  /** Rejects a request that still waits for a connection; undici removes it from its queue later. */
  private tooLate(): void {
    this.late = new DOMException("The call took too long", TIMEOUT_ERROR)
    this.reject(this.late)
    this.controller?.abort(this.late)
  }
}
