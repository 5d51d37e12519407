import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import { notAllowed } from "../errors"
import { isReturnNamed } from "../rules/check-times"
import { PAY_LINK_EVENTS, type PayLinkChanged } from "../events"
import type { PayLink, PayTokenPurpose } from "../rules/pay-link"
import type { LedgerCheckout } from "../rules/ledger"
import { hashToken, isToken, newToken } from "../secret-token"
import { Table } from "../table"

const TABLE = "webcheckout_pay_link"

/** More than anybody makes for one order. */
const MOST_OF_ORDER = 100

export type NewPayLink = Pick<
  PayLink,
  "order_id" | "order_reference" | "currency_code" | "note" | "expires_at" | "created_by"
> & { amount: number | null }

/** The links with which anybody pays what an order owes, and their addresses. */
export class PayLinks {
  private readonly links: Table<PayLink>
  private readonly tokens: Table<{ pay_link_id: string; purpose: PayTokenPurpose; created_at: Date }>
  private readonly knex: Knex
  private readonly eventBus: IEventBusModuleService
  private readonly environment: string
  private readonly backendUrl: string

  constructor(cradle: ModuleCradle) {
    this.links = new Table(cradle.webcheckoutPayLinkService, cradle.baseRepository)
    this.tokens = new Table(cradle.webcheckoutPayTokenService, cradle.baseRepository)
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.eventBus = cradle[Modules.EVENT_BUS]
    this.environment = cradle.webCheckoutOptions.environment
    this.backendUrl = cradle.webCheckoutOptions.backendUrl.replace(/\/+$/, "")
  }

  async create(link: NewPayLink): Promise<PayLink> {
    const created = await this.links.create({ ...link, environment: this.environment })
    await this.tell(PAY_LINK_EVENTS.CREATED, created)
    return created
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<PayLink> {
    return this.links.retrieve(id)
  }

  /** The link that a checkout was begun or gone on with; undefined for one without, or of a link that is gone. */
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

  /** A further address of a link; the earlier ones stay good. It is shown this once: only its hash is kept. */
  async issueUrl({ id }: Pick<PayLink, "id">, purpose: PayTokenPurpose): Promise<string> {
    const token = newToken()
    await this.tokens.create({ token_hash: hashToken(token), pay_link_id: id, purpose })
    return `${this.backendUrl}/webcheckout/pay/${token}`
  }

  /**
   * The link behind the last part of an address; undefined for anything that is not one of ours, or of the other environment. The
   * address to which a payer was sent back ends like the return address that led there: browsers keep both.
   */
  async findByToken(token: string): Promise<PayLink | undefined> {
    const found = isToken(token) ? await this.tokens.first({ token_hash: hashToken(token) }) : undefined
    if (!found || (found.purpose === "return" && !isReturnNamed(found.created_at))) {
      return undefined
    }
    return this.links.first({ id: found.pay_link_id, environment: this.environment })
  }

  /**
   * Ends a link with all of its addresses. What somebody pays who was on the payment page already is taken all the same.
   *
   * @throws MedusaError NOT_ALLOWED when it is over already
   */
  async end(id: string, endedBy: string): Promise<PayLink> {
    const changed = await this.standing(id)
      .whereNull("paid_at")
      .whereNull("ended_at")
      .update({ ended_at: new Date(), ended_by: endedBy, updated_at: new Date() })
    const link = await this.retrieve(id)
    if (changed === 0) {
      throw notAllowed(link.paid_at === null ? "This pay link is ended already." : "This pay link is paid.")
    }
    await this.tell(PAY_LINK_EVENTS.ENDED, link)
    return link
  }

  /** Everything that a link asks for has been paid. Told once. */
  async recordPaid(id: string): Promise<void> {
    const changed = await this.standing(id).whereNull("paid_at").update({ paid_at: new Date(), updated_at: new Date() })
    if (changed > 0) {
      await this.tell(PAY_LINK_EVENTS.PAID, await this.retrieve(id))
    }
  }

  private standing(id: string) {
    return this.knex(TABLE).whereNull("deleted_at").where({ id })
  }

  private async tell(name: string, { id, order_id }: PayLink): Promise<void> {
    const data: PayLinkChanged = { id, order_id }
    await this.eventBus.emit({ name, data })
  }
}
