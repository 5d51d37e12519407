import { setTimeout as wait } from "node:timers/promises"

/**
 * Runs work one at a time per key in this process, with a minimum pause between starts. Callers that wait for the same run share its
 * result.
 */
export class SingleFlight<Result> {
  private readonly begun = new Map<string, Promise<Result>>()
  private readonly waiting = new Map<string, Promise<Result>>()
  /** The running pauses: each starts with its run. */
  private readonly pauses = new Map<string, Promise<unknown>>()

  /** @param pauseMs the least time from the start of one run to that of the next; read anew each time, since tests shorten it */
  constructor(private readonly pauseMs: () => number = () => 0) {}

  /** The run that is under way. */
  underWay(key: string): Promise<Result> | undefined {
    return this.begun.get(key)
  }

  /** The run that is under way; if none is running, the next one. */
  join(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.underWay(key) ?? this.next(key, work)
  }

  /** A run that has not started yet. */
  next(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.waiting.get(key)
    if (known) {
      return known
    }
    const run = this.untilDue(key).then(() => this.begin(key, work))
    this.waiting.set(key, run)
    return run
  }

  private async untilDue(key: string): Promise<void> {
    await this.underWay(key)?.catch(() => undefined)
    await this.pauses.get(key)
  }

  private begin(key: string, work: () => Promise<Result>): Promise<Result> {
    this.waiting.delete(key)
    const pause = wait(this.pauseMs(), undefined, { ref: false }).then(() => this.pauses.delete(key))
    this.pauses.set(key, pause)
    const run = work().finally(() => this.begun.delete(key))
    this.begun.set(key, run)
    return run
  }
}
