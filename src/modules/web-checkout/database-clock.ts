/**
 * PostgreSQL's clock, so that all processes order answers by the same time, even where their own clocks are wrong. Its time comes with each
 * row that is read, and goes on by itself in between: late by at most what that statement took, and never turned back. Before the first row
 * it is the process's own clock.
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
