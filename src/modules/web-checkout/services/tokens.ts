import type { WebcheckoutToken } from "../models/token"
import type { RowOf } from "../table"
import { OwnService } from "../own-service"
import { generateEntityId } from "@medusajs/framework/utils"
import { PAY_TOKEN_KEPT_DAYS, RETURN_TOKEN_KEPT_DAYS } from "../rules/tokens"
import { DEFAULT_ACCOUNT } from "../options"
import type { LedgerCheckout } from "../rules/ledger"
import { deriveToken, hashToken, isToken, newToken } from "../secret-token"
import type { CheckoutRows } from "./checkout-rows"

/** The stored form of a public URL's token. */
export type TokenRow = Omit<RowOf<typeof WebcheckoutToken>, "created_at">

type NewToken = Pick<TokenRow, "purpose"> & Partial<Pick<TokenRow, "ledger_id" | "pay_link_id">>

/** The secret tokens in the plugin's public URLs (the way back from the gateway, pay links), and these URLs. Only a token's hash is stored. */
export class Tokens extends OwnService<{ checkoutRows: CheckoutRows }> {
  static readonly NAME = "webcheckout_token"
  private readonly table = this.tableOf<TokenRow>("Token")
  private readonly backendUrl = this.options.backendUrl.replace(/\/+$/, "")

  /** The stored token; undefined if it is unknown. */
  async find(token: string): Promise<TokenRow | undefined> {
    return isToken(token) ? this.table.first({ token_hash: hashToken(token) }) : undefined
  }

  /** The payment to which a return address leads; undefined if the token is unknown, or is one of a pay link. */
  async findReturn(token: string): Promise<LedgerCheckout | undefined> {
    const found = await this.find(token)
    return found?.purpose === "return" && found.ledger_id !== null
      ? this.cradle.checkoutRows.latest({ id: found.ledger_id })
      : undefined
  }

  /** Prepares the return address of a new row. It works only once `tokenRow` is stored with the row. */
  prepareReturn(): { returnUrl: string; tokenRow: TokenRow } {
    const token = newToken()
    return { returnUrl: this.urlOf(token, "return"), tokenRow: tokenRow(token, { purpose: "return" }) }
  }

  /**
   * A further return address for a row that another session has taken over. It is derived from the account's secret, so it is the same each
   * time. Earlier addresses stay valid.
   */
  async returnOfTakenOver({ id, account }: Pick<LedgerCheckout, "id" | "account">): Promise<string> {
    const { apiSecret } = account === DEFAULT_ACCOUNT ? this.options : this.options.accounts[account]
    return this.issueUrl(deriveToken(apiSecret, `${id}:taken-over`), { purpose: "return", ledger_id: id })
  }

  /** Stores a token's hash, unless it is already stored. @returns the URL that ends in the token */
  async issueUrl(token: string, about: NewToken): Promise<string> {
    await this.knex(Tokens.NAME).insert(tokenRow(token, about)).onConflict().ignore()
    return this.urlOf(token, about.purpose)
  }

  private urlOf(token: string, purpose: TokenRow["purpose"]): string {
    return `${this.backendUrl}/webcheckout/${purpose === "return" ? "return" : "pay"}/${token}`
  }

  /**
   * Deletes expired tokens: of a return address 7 days after its payment was recorded, or, if the payment ended unpaid, a month later, when
   * it is no longer checked; of a pay link 90 days after the link ended.
   *
   * @returns how many were deleted, at most `limit` of each kind
   */
  async deleteExpired(limit: number): Promise<number> {
    const ofPayments = this.knex(`${Tokens.NAME} AS token`)
      .join("webcheckout_checkout AS row", "row.id", "token.ledger_id")
      .whereRaw(
        `COALESCE(row.settled_at, CASE WHEN row.watch_at IS NULL AND row.next_check_at IS NULL AND row.status IN ('closed', 'rejected')
           THEN COALESCE(row.ended_at, row.updated_at) END)
           < now() - ? * interval '1 day'`,
        [RETURN_TOKEN_KEPT_DAYS]
      )
    const ofLinks = this.knex(`${Tokens.NAME} AS token`)
      .join("webcheckout_pay_link AS link", "link.id", "token.pay_link_id")
      .whereRaw("COALESCE(link.ended_at, link.paid_at, link.expires_at) < now() - ? * interval '1 day'", [
        PAY_TOKEN_KEPT_DAYS,
      ])
    let deleted = 0
    for (const expired of [ofPayments, ofLinks]) {
      deleted += await this.knex(Tokens.NAME).whereIn("id", expired.select("token.id").limit(limit)).delete()
    }
    return deleted
  }
}

/** Builds the row of a new token. */
export function tokenRow(token: string, about: NewToken): TokenRow {
  const id = generateEntityId(undefined, "wtok")
  return { ledger_id: null, pay_link_id: null, ...about, id, token_hash: hashToken(token) }
}
