/**
 * PostgreSQL's clock, as this process has last read it: every process writes and compares the same times, however wrong its own clock is.
 * Behind by no more than a statement takes, and never turned back. Before anything was read, the process's own.
 */
export class DatabaseClock {
  private read: { at: number; ms: number } | undefined
  private latest = 0

  /** @param at the time that a statement has just answered */
  note(at: Date): void {
    this.read = { at: at.getTime(), ms: performance.now() }
  }

  now(): Date {
    if (!this.read) {
      return new Date()
    }
    this.latest = Math.max(this.latest, Math.floor(this.read.at + performance.now() - this.read.ms))
    return new Date(this.latest)
  }
}
