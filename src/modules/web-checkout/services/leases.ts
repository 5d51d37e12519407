import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"

const LEASE = "webcheckout_lease"
/** Another process's lease is looked at after so long at first, then ever less often. */
const FIRST_POLL_MS = 25
const LONGEST_POLL_MS = 1000
/** A lease is prolonged when a third of its time is over; but work that takes this long hangs, and no longer counts. */
const RENEWALS_PER_LIFE = 3
const LONGEST_WORK_MS = 15 * 60_000

interface Held {
  /** By `performance.now()`: until then no other process can have it. */
  untilMs: number
  renewal: NodeJS.Timeout
  /** Lets the next of this process have the key; more than once does no harm. */
  pass: () => void
}

/**
 * Leases in PostgreSQL: what one holds, no other process has, whatever locking module the store uses. A lease is prolonged
 * for as long as its work goes on, and ends by itself when its process dies. Those who want one key in one process wait in
 * one queue, of which the first alone asks the database.
 */
export class Leases {
  private readonly queues = new Map<string, Promise<void>>()
  private readonly held = new Map<string, Held>()

  /** What the work that is under way holds: by key, its holder. */
  private readonly own = new AsyncLocalStorage<ReadonlyMap<string, string>>()

  private readonly knex: Knex

  constructor(cradle: Pick<ModuleCradle, typeof ContainerRegistrationKeys.PG_CONNECTION>) {
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
  }

  /**
   * Does something while it holds a lease. The release is not awaited. If it fails, the lease expires after `ttlMs`.
   *
   * @returns undefined when the lease could not be had in time
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
   * Takes a lease, or waits for it.
   *
   * @returns the holder's name, which gives it back; undefined when it could not be had in time
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

  /** Deletes those that nobody has given back: their processes have died. @returns how many, at most `limit` */
  async deleteExpired(limit: number): Promise<number> {
    const expired = () =>
      this.knex(LEASE).whereRaw("expires_at < now() - ? * interval '1 millisecond'", [LONGEST_WORK_MS])
    // Asked again of each row that is deleted: one of them may have been taken meanwhile.
    return expired().whereIn("id", expired().select("id").limit(limit)).delete()
  }

  /** Stops prolonging: what is held ends by itself. */
  close(): void {
    for (const { renewal } of this.held.values()) {
      clearInterval(renewal)
    }
  }

  /** Waits for those of this process who came earlier. @returns what lets the next go on; undefined when it took too long */
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
        // The next renewal tries again; a database that stays away ends the work anyway.
        .catch(() => undefined)
    }, ttlMs / RENEWALS_PER_LIFE)
    return renewal.unref()
  }
}
