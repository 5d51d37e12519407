import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, generateEntityId } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import { notAllowed } from "../errors"
import type { PayLink } from "../rules/pay-link"
import { MOST_MAILS, triedAgainAt, type PayMail, type PayMailKind, type PayMailOutcome } from "../rules/pay-mail"
import { Table } from "../table"
import type { Tasks } from "./tasks"

const TABLE = "webcheckout_pay_mail"

/** The mails with pay links' addresses: what is to be sent, and what is known to have gone out. */
export class PayMails {
  private readonly mails: Table<PayMail>
  private readonly knex: Knex
  private readonly tasks: Tasks

  constructor(cradle: ModuleCradle & { tasks: Tasks }) {
    this.tasks = cradle.tasks
    this.mails = new Table(cradle.webcheckoutPayMailService, cradle.baseRepository)
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
  }

  /**
   * One more mail about a link, for the job or whoever has asked for it. Two that are queued at once are two numbers.
   *
   * @throws MedusaError NOT_ALLOWED when so many were sent that no more are
   */
  async queue({ id, environment }: PayLink, kind: PayMailKind, created_by: string): Promise<PayMail> {
    const [last] = await this.listOf([id])
    const number = (last?.number ?? 0) + 1
    if (number > MOST_MAILS) {
      throw notAllowed(`This pay link was emailed ${MOST_MAILS} times, which is the limit. Copy its URL instead.`)
    }
    const mail = { id: generateEntityId(undefined, "wpml"), pay_link_id: id, environment, number, kind, created_by }
    await this.knex.transaction(async (transaction) => {
      await transaction(TABLE).insert(mail)
      await this.tasks.schedule("send_pay_mail", mail.id, { knex: transaction })
    })
    return this.retrieve(mail.id)
  }

  /** The mails about some links, the newest first. */
  async listOf(payLinkIds: string[]): Promise<PayMail[]> {
    return payLinkIds.length === 0
      ? []
      : this.mails.list({ pay_link_id: payLinkIds }, { order: { number: "DESC", id: "DESC" } })
  }

  async find(id: string): Promise<PayMail | undefined> {
    return this.mails.first({ id })
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<PayMail> {
    return this.mails.retrieve(id)
  }

  /** A try begins: committed before the mail goes out. */
  async beginTry({ id, attempts }: PayMail): Promise<PayMail> {
    await this.write(id, { attempts: attempts + 1, trying_since: new Date() })
    return this.retrieve(id)
  }

  /** A try that was never made: no provider was asked. */
  async undoTry({ id, attempts }: PayMail): Promise<PayMail> {
    await this.write(id, { attempts: Math.max(0, attempts - 1), trying_since: null })
    return this.retrieve(id)
  }

  /** The provider has refused. @returns when it is tried again; null where it is given up */
  async recordRefused({ id, attempts }: PayMail): Promise<Date | null> {
    const again = triedAgainAt(attempts) ?? null
    await this.write(id, { trying_since: null, outcome: again ? null : "failed" })
    return again
  }

  /** Nothing is left to do about it. */
  async close({ id, trying_since }: PayMail, outcome: PayMailOutcome): Promise<void> {
    const sent_at = { sent: new Date(), unknown: trying_since, failed: null, dropped: null }[outcome]
    await this.write(id, { trying_since: null, outcome, sent_at })
  }

  private async write(id: string, values: Record<string, unknown>): Promise<void> {
    await this.knex(TABLE)
      .whereNull("deleted_at")
      .where({ id })
      .whereNull("outcome")
      .update({ ...values, updated_at: new Date() })
  }
}
