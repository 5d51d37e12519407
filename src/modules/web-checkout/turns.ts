import { setTimeout as wait } from "node:timers/promises"

/**
 * Runs work one at a time per key in this process, with a minimum pause between starts. Callers that wait for the same turn share its
 * result.
 */
export class Turns<Result> {
  private readonly begun = new Map<string, Promise<Result>>()
  private readonly waiting = new Map<string, Promise<Result>>()
  /** When the last turn was begun, in milliseconds of `performance.now()`. */
  private readonly begunMs = new Map<string, number>()

  /** @param pauseMs the least time from the beginning of one turn to that of the next; read anew each time, since tests shorten it */
  constructor(private readonly pauseMs: () => number = () => 0) {}

  /** The running turn. */
  underWay(key: string): Promise<Result> | undefined {
    return this.begun.get(key)
  }

  /** The running turn; if none is running, the next one. */
  join(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.underWay(key) ?? this.next(key, work)
  }

  /** A turn that has not started yet. */
  next(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.waiting.get(key)
    if (known) {
      return known
    }
    const turn = this.untilDue(key).then(() => this.begin(key, work))
    this.waiting.set(key, turn)
    return turn
  }

  private async untilDue(key: string): Promise<void> {
    await this.underWay(key)?.catch(() => undefined)
    const restMs = (this.begunMs.get(key) ?? -Infinity) + this.pauseMs() - performance.now()
    if (restMs > 0) {
      await wait(restMs)
    }
  }

  private begin(key: string, work: () => Promise<Result>): Promise<Result> {
    this.waiting.delete(key)
    this.begunMs.set(key, performance.now())
    const turn = work().finally(() => {
      this.begun.delete(key)
      setTimeout(() => this.forget(key), this.pauseMs()).unref()
    })
    this.begun.set(key, turn)
    return turn
  }

  private forget(key: string): void {
    if (performance.now() - (this.begunMs.get(key) ?? 0) >= this.pauseMs()) {
      this.begunMs.delete(key)
    }
  }
}
