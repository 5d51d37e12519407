import { OwnService } from "../own-service"
import { conflict } from "../errors"
import { generateEntityId } from "@medusajs/framework/utils"
import { SHOP_MAIL_KINDS, type Mail, type MailOutcome } from "../rules/mail"
import type { Tasks } from "./tasks"

const TABLE = "webcheckout_mail"
/** The conflict target: the column and the condition of the unique partial index. */
const OF_KEY = "(key) WHERE deleted_at IS NULL"
/** How long mails to the shop are kept. */
const KEPT_DAYS = 90

export interface NewMail extends Pick<Mail, "kind" | "subject_id" | "created_by"> {
  /** Identifies the mail's content and recipient, so that it is queued only once. Default: unique. */
  key?: string
  to?: string
  /** Default: now. */
  send_at?: Date
}

/** The outbox: every mail to be sent, and the outcome of every mail that was sent. */
export class Mails extends OwnService<{ tasks: Tasks }> {
  private readonly mails = this.tableOf<Mail>("Mail")

  /** Queues a mail and its task, unless a mail with the same key was queued before. @returns the mail's id, or the earlier mail's */
  async queue({ send_at, ...mail }: NewMail): Promise<string> {
    const id = generateEntityId(undefined, "wmail")
    const key = mail.key ?? id
    const isNew = await this.knex.transaction(async (transaction) => {
      const queued = await transaction(TABLE)
        .insert({ ...mail, id, key, environment: this.environment, send_at: send_at ?? this.knex.fn.now() })
        .onConflict(this.knex.raw(OF_KEY))
        .ignore()
        .returning("id")
      if (queued.length > 0) {
        const task = mail.kind === "reminder" ? "send_reminder" : "send_mail"
        await this.cradle.tasks.schedule(task, id, { at: send_at, knex: transaction })
      }
      return queued.length > 0
    })
    return isNew ? id : ((await this.mails.first({ key }))?.id ?? id)
  }

  /** The mails about these subjects, the latest first, including scheduled ones. */
  async listOf(subjectIds: string[]): Promise<Mail[]> {
    return subjectIds.length === 0
      ? []
      : this.mails.list({ subject_id: subjectIds }, { order: { send_at: "DESC", id: "DESC" } })
  }

  async find(id: string): Promise<Mail | undefined> {
    return this.mails.first({ id })
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<Mail> {
    return this.mails.retrieve(id)
  }

  /** Records an attempt before the mail is sent. @throws MedusaError CONFLICT if another process is sending the mail or has closed it */
  async beginTry({ id, attempts }: Mail): Promise<Mail> {
    const begun = await this.open(id)
      .where({ attempts, trying_since: null })
      .update({ attempts: attempts + 1, trying_since: new Date(), updated_at: new Date() })
    if (begun === 0) {
      throw conflict("Another process is sending this mail.")
    }
    return this.retrieve(id)
  }

  /** Moves the mail to a later date. */
  async postpone({ id }: Mail, send_at: Date): Promise<void> {
    await this.write(id, { send_at })
  }

  /** Whether a mail about a subject is still to be sent. */
  async isAnyOpen(subjectId: string): Promise<boolean> {
    return (await this.mails.first({ subject_id: subjectId, outcome: null })) !== undefined
  }

  /** Undoes an attempt that never reached a provider. */
  async undoTry({ id, attempts }: Mail): Promise<Mail> {
    await this.write(id, { attempts: Math.max(0, attempts - 1), trying_since: null })
    return this.retrieve(id)
  }

  /** Ends an attempt that the provider refused. */
  async endTry({ id }: Mail): Promise<void> {
    await this.write(id, { trying_since: null })
  }

  /** Records the mail's outcome: it is not tried again. */
  async close({ id, trying_since }: Mail, outcome: MailOutcome): Promise<void> {
    const sent_at = { sent: new Date(), unknown: trying_since, failed: null, dropped: null }[outcome]
    await this.write(id, { trying_since: null, outcome, sent_at })
  }

  /** Deletes old mails to the shop. @returns how many */
  async deleteExpired(limit: number): Promise<number> {
    const over = this.knex(TABLE)
      .select("id")
      .whereIn("kind", [...SHOP_MAIL_KINDS])
      .whereNotNull("outcome")
      .whereRaw("send_at < now() - ? * interval '1 day'", [KEPT_DAYS])
      .limit(limit)
    return this.knex(TABLE).whereIn("id", over).delete()
  }

  private async write(id: string, values: Record<string, unknown>): Promise<void> {
    await this.open(id).update({ ...values, updated_at: new Date() })
  }

  private open(id: string) {
    return this.knex(TABLE).whereNull("deleted_at").where({ id }).whereNull("outcome")
  }
}
