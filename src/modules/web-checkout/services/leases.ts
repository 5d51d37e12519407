import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import { OwnService } from "../own-service"

const LEASE = "webcheckout_lease"
/** How long to wait before checking another process's lease again: this long at first, then longer each time. */
const FIRST_POLL_MS = 25
const LONGEST_POLL_MS = 1000
/** A lease is renewed after a third of its lifetime. Work that takes longer than LONGEST_WORK_MS is assumed to hang: its lease expires. */
const RENEWALS_PER_LIFE = 3
const LONGEST_WORK_MS = 15 * 60_000

interface Held {
  /** By `performance.now()`: no other process can take the lease before this time. */
  untilMs: number
  renewal: NodeJS.Timeout
  /** Lets the next waiter of this process have the key. Calling it twice does no harm. */
  pass: () => void
}

/**
 * Leases in PostgreSQL: only one process at a time holds a key, whatever locking module the store uses. A lease is renewed while its work
 * is running, and expires when its process dies. Callers of one process that want the same key wait in a queue, and only the first of them
 * polls the database.
 */
export class Leases extends OwnService {
  private readonly queues = new Map<string, Promise<void>>()
  private readonly held = new Map<string, Held>()

  /** The leases that the running work holds: the holder by key. */
  private readonly own = new AsyncLocalStorage<ReadonlyMap<string, string>>()

  /**
   * Runs `work` while holding a lease. The release is not awaited. If the release fails, the lease expires after `ttlMs`.
   *
   * @returns undefined if the lease was not free in time
   */
  async hold<Result>(
    key: string,
    times: { waitMs: number; ttlMs: number },
    work: () => Promise<Result>
  ): Promise<{ result: Result } | undefined> {
    const holder = await this.take(key, times)
    if (holder === undefined) {
      return undefined
    }
    try {
      return { result: await this.own.run(new Map([...(this.own.getStore() ?? []), [key, holder]]), work) }
    } finally {
      void this.release(key, holder).catch(() => undefined)
    }
  }

  /**
   * Takes a lease, waiting up to `waitMs` for it.
   *
   * @returns the holder's name, for `release`; undefined if the lease was not free in time
   */
  async take(key: string, { waitMs, ttlMs }: { waitMs: number; ttlMs: number }): Promise<string | undefined> {
    const deadline = Date.now() + waitMs
    const pass = await this.queue(key, deadline)
    if (!pass) {
      return undefined
    }
    const holder = randomUUID()
    try {
      const askedMs = await this.poll(key, holder, ttlMs, deadline)
      if (askedMs !== undefined) {
        this.held.set(holder, { untilMs: askedMs + ttlMs, renewal: this.renew(key, holder, ttlMs), pass })
        return holder
      }
    } catch (error) {
      pass()
      throw error
    }
    pass()
    return undefined
  }

  /** Whether the calling work still has its lease. False if a pause or a hang may have let another process take it. */
  isHeld(key: string): boolean {
    const held = this.held.get(this.own.getStore()?.get(key) ?? "")
    return held !== undefined && held.untilMs > performance.now()
  }

  async release(key: string, holder: string): Promise<void> {
    const held = this.held.get(holder)
    clearInterval(held?.renewal)
    this.held.delete(holder)
    try {
      await this.knex(LEASE).where({ id: key, holder }).delete()
    } finally {
      held?.pass()
    }
  }

  /** Deletes leases that were never released because their processes died. @returns how many, at most `limit` */
  async deleteExpired(limit: number): Promise<number> {
    const expired = () =>
      this.knex(LEASE).whereRaw("expires_at < now() - ? * interval '1 millisecond'", [LONGEST_WORK_MS])
    // The condition is checked again for each deleted row, because a lease may have been taken meanwhile.
    return expired().whereIn("id", expired().select("id").limit(limit)).delete()
  }

  /** Stops renewing: leases that are still held expire. */
  close(): void {
    for (const { renewal } of this.held.values()) {
      clearInterval(renewal)
    }
  }

  /** Waits for earlier callers of this process. @returns a function that lets the next caller continue; undefined after the deadline */
  private async queue(key: string, deadline: number): Promise<(() => void) | undefined> {
    const earlier = this.queues.get(key) ?? Promise.resolve()
    let pass: () => void = () => undefined
    const mine = new Promise<void>((done) => {
      pass = done
    })
    const last = earlier.then(() => mine)
    this.queues.set(key, last)
    void last.then(() => this.queues.get(key) === last && this.queues.delete(key))
    const isMyTurn = await Promise.race([
      earlier.then(() => true),
      wait(Math.max(0, deadline - Date.now()), false, { ref: false }),
    ])
    if (!isMyTurn) {
      pass()
      return undefined
    }
    return pass
  }

  private async poll(key: string, holder: string, ttlMs: number, deadline: number): Promise<number | undefined> {
    for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_POLL_MS)) {
      const askedMs = performance.now()
      const taken: { rows: unknown[] } = await this.knex.raw(
        `INSERT INTO ${LEASE} AS held (id, holder, expires_at) VALUES (?, ?, now() + ? * interval '1 millisecond')
         ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
         WHERE held.expires_at < now() RETURNING holder`,
        [key, holder, ttlMs]
      )
      if (taken.rows.length > 0) {
        return askedMs
      }
      if (Date.now() >= deadline) {
        return undefined
      }
      await wait(pauseMs * (0.5 + Math.random()))
    }
  }

  private renew(key: string, holder: string, ttlMs: number): NodeJS.Timeout {
    const end = Date.now() + LONGEST_WORK_MS
    const renewal = setInterval(() => {
      if (Date.now() > end) {
        clearInterval(renewal)
        this.held.get(holder)?.pass()
        // The lease expires within ttlMs, in this process no later than in the database.
        return
      }
      const askedMs = performance.now()
      void this.knex(LEASE)
        .where({ id: key, holder })
        .update({ expires_at: this.knex.raw("now() + ? * interval '1 millisecond'", [ttlMs]) })
        .then((prolonged: number) => {
          const held = this.held.get(holder)
          if (held) {
            held.untilMs = prolonged > 0 ? askedMs + ttlMs : 0
          }
        })
        // The next renewal tries again. If the database stays unreachable, the work fails anyway.
        .catch(() => undefined)
    }, ttlMs / RENEWALS_PER_LIFE)
    return renewal.unref()
  }
}
