import { OwnService } from "../own-service"
import { notAllowed } from "../errors"
import { isOrderNamed } from "../rules/check-times"
import { PAY_LINK_EVENTS, type PayLinkChanged } from "../events"
import { expiryOf, type PayLink, type PayLinkExpiry } from "../rules/pay-link"
import { PLUGIN_ACTOR, type LedgerCheckout } from "../rules/ledger"
import type { PayTokenPurpose } from "../rules/tokens"
import { deriveToken, newToken } from "../secret-token"
import type { CheckoutRows } from "./checkout-rows"
import type { Tokens } from "./tokens"

const TABLE = "webcheckout_pay_link"

/** Maximum links that are read for one order; more than anybody creates. */
const MOST_OF_ORDER = 100

export type NewPayLink = Pick<
  PayLink,
  "order_id" | "order_reference" | "customer_id" | "currency_code" | "note" | "created_by"
> & { amount: number | null; expires_at: Date | undefined }

/** Pay links, with which anybody can pay the amount that an order owes, and their URLs. */
export class PayLinks extends OwnService<{ checkoutRows: CheckoutRows; tokens: Tokens }> {
  private readonly links = this.tableOf<PayLink>("PayLink")
  private readonly expireAfterDays = this.options.payLinks.expireAfterDays

  /** @param link expires after the period set in the options, unless it has `expires_at` */
  async create({ expires_at = expiryOf(this.expireAfterDays), ...link }: NewPayLink): Promise<PayLink> {
    const created = await this.links.create({ ...link, expires_at, environment: this.environment })
    await this.emit(PAY_LINK_EVENTS.CREATED, created)
    return created
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<PayLink> {
    return this.links.retrieve(id)
  }

  /** The link through which a checkout was started or continued; undefined if there is none or it was deleted. */
  async findOf({ pay_link_id }: Pick<LedgerCheckout, "pay_link_id">): Promise<PayLink | undefined> {
    return pay_link_id === null ? undefined : this.links.first({ id: pay_link_id })
  }

  /** The links of an order in this environment, the newest first. */
  async listOfOrder(orderId: string): Promise<PayLink[]> {
    return this.links.list(
      { order_id: orderId, environment: this.environment },
      { take: MOST_OF_ORDER, order: { created_at: "DESC", id: "DESC" } }
    )
  }

  /**
   * The oldest unpaid link that the plugin itself created for an order and its customer, for the full amount owed. It may have been ended.
   */
  async findOwn({ id, customer_id }: { id: string; customer_id: string | null }): Promise<PayLink | undefined> {
    const own = { order_id: id, environment: this.environment, created_by: PLUGIN_ACTOR, paid_at: null }
    return this.links.first({ ...own, customer_id }, { created_at: "ASC" })
  }

  /** Renews an expired link, because its amount is still owed. All of its URLs that are not deleted yet work again. */
  async extend(id: string): Promise<PayLink> {
    const expires_at = expiryOf(this.expireAfterDays)
    await this.standing(id)
      .where("expires_at", "<=", new Date())
      .where({ paid_at: null, ended_at: null })
      .update({ expires_at, expiry: null, updated_at: new Date() })
    return this.retrieve(id)
  }

  /**
   * Links that the plugin created itself and that expired unpaid.
   *
   * @param expiry "told": the earliest expired first; null, those whose expiry was not handled yet: the longest unchecked first
   */
  async listExpired(expiry: "told" | null, limit: number): Promise<PayLink[]> {
    const first = expiry === null ? "updated_at" : "expires_at"
    return this.links.list(this.expired(expiry), { take: limit, order: { [first]: "ASC", id: "ASC" } })
  }

  /** Counts the expired links that were reported and not renewed. */
  async countTold(): Promise<number> {
    return this.links.count(this.expired("told"))
  }

  private expired(expiry: "told" | null) {
    const own = { environment: this.environment, created_by: PLUGIN_ACTOR, paid_at: null, ended_at: null }
    return { ...own, expiry, expires_at: { $lte: new Date() } }
  }

  /** Does nothing for a link that was renewed meanwhile: its next expiry must be reported too. */
  async recordExpiry(id: string, expiry: PayLinkExpiry): Promise<void> {
    await this.standing(id).where("expires_at", "<=", new Date()).update({ expiry, updated_at: new Date() })
  }

  /** Its expiry cannot be handled yet: the link is checked again, after those that were not checked for longer. */
  async postponeExpiry(id: string): Promise<void> {
    await this.standing(id).update({ updated_at: new Date() })
  }

  /** Issues a further URL of a link; earlier URLs stay valid. It can be shown only once, because only its hash is stored. */
  async issueUrl({ id }: Pick<PayLink, "id">, purpose: PayTokenPurpose): Promise<string> {
    return this.cradle.tokens.issueUrl(newToken(), { purpose, pay_link_id: id })
  }

  /**
   * The URL at which a payer continues after returning from the gateway. It is derived from the token of the return address and the link,
   * so it is the same each time; the link is included because the payer of another link may have continued with the same page.
   */
  async urlAfterReturn({ id, pay_link_id }: { id: string; pay_link_id: string }, returnToken: string): Promise<string> {
    const token = deriveToken(returnToken, `pay-page:${pay_link_id}`)
    return this.cradle.tokens.issueUrl(token, { purpose: "after_return", ledger_id: id, pay_link_id })
  }

  /**
   * The link of a URL's token; undefined for an unknown token or a link of the other environment. The URL to which a payer returned expires
   * together with the return address that led there, because browsers keep both.
   */
  async findByToken(token: string): Promise<PayLink | undefined> {
    const found = await this.cradle.tokens.find(token)
    const isOpen = found?.purpose !== "after_return" || (await this.isNamedOnReturn(found))
    const id = isOpen ? found?.pay_link_id : undefined
    return id ? this.links.first({ id, environment: this.environment }) : undefined
  }

  private async isNamedOnReturn({ ledger_id }: { ledger_id: string | null }): Promise<boolean> {
    const row = ledger_id === null ? undefined : await this.cradle.checkoutRows.latest({ id: ledger_id })
    return row !== undefined && isOrderNamed(row)
  }

  /**
   * Ends a link with all of its URLs. A payer who is already on the payment page can still pay there; that payment is recorded.
   *
   * @throws MedusaError NOT_ALLOWED if the link has already been ended or paid
   */
  async end(id: string, endedBy: string): Promise<PayLink> {
    const { link, isEnded } = await this.tryEnding(id, endedBy)
    if (!isEnded) {
      throw notAllowed(link.paid_at === null ? "This pay link has already been ended." : "This pay link has been paid.")
    }
    return link
  }

  private async tryEnding(id: string, endedBy: string): Promise<{ link: PayLink; isEnded: boolean }> {
    const changed = await this.standing(id)
      .where({ paid_at: null, ended_at: null })
      .update({ ended_at: new Date(), ended_by: endedBy, updated_at: new Date() })
    const link = await this.retrieve(id)
    if (changed > 0) {
      await this.emit(PAY_LINK_EVENTS.ENDED, link)
    }
    return { link, isEnded: changed > 0 }
  }

  /** Ends all links of a cancelled order that are not paid. */
  async endAllOf(orderId: string, endedBy: string): Promise<void> {
    for (const link of await this.listOfOrder(orderId)) {
      if (link.ended_at === null && link.paid_at === null) {
        await this.tryEnding(link.id, endedBy)
      }
    }
  }

  /** Marks a link as paid. The event is emitted first: if the process dies in between, it is emitted twice rather than never. */
  async recordPaid(id: string): Promise<void> {
    const link = await this.retrieve(id)
    if (link.paid_at === null) {
      await this.emit(PAY_LINK_EVENTS.PAID, link)
      await this.standing(id).whereNull("paid_at").update({ paid_at: new Date(), updated_at: new Date() })
    }
  }

  private standing(id: string) {
    return this.knex(TABLE).whereNull("deleted_at").where({ id })
  }

  private async emit(name: string, { id, order_id }: PayLink): Promise<void> {
    const data: PayLinkChanged = { id, order_id }
    await this.eventBus.emit({ name, data })
  }
}
