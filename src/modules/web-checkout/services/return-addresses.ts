import { generateEntityId } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import type { LedgerCheckout } from "../rules/ledger"
import { DEFAULT_ACCOUNT, type WebCheckoutOptions } from "../options"
import { deriveToken, hashToken, isToken, newToken } from "../secret-token"
import { Table } from "../table"
import { RETURN_TOKEN_TABLE, type CheckoutRows, type ReturnTokenRow } from "./checkout-rows"

/** The addresses the gateway sends shoppers back to: each ends in a random token, of which only the hash is kept. */
export class ReturnAddresses {
  private readonly tokens: Table<{ ledger_id: string }>
  private readonly rows: CheckoutRows
  private readonly options: WebCheckoutOptions
  private readonly backendUrl: string

  constructor({
    webcheckoutReturnTokenService,
    baseRepository,
    checkoutRows,
    webCheckoutOptions,
  }: ModuleCradle & { checkoutRows: CheckoutRows }) {
    this.tokens = new Table(webcheckoutReturnTokenService, baseRepository)
    this.rows = checkoutRows
    this.options = webCheckoutOptions
    this.backendUrl = webCheckoutOptions.backendUrl.replace(/\/+$/, "")
  }

  /**
   * The further return address of a row whose payment a session has taken over: the same each time, made of the account's secret. The
   * earlier ones stay good.
   */
  async takenOver({ id, account }: Pick<LedgerCheckout, "id" | "account">): Promise<string> {
    const { apiSecret } = account === DEFAULT_ACCOUNT ? this.options : this.options.accounts[account]
    const { returnUrl, tokenRow } = this.addressOf(deriveToken(apiSecret, `${id}:taken-over`))
    const isThere = await this.tokens.first({ token_hash: tokenRow.token_hash })
    if (!isThere) {
      await this.rows
        .knex(RETURN_TOKEN_TABLE)
        .insert({ ...tokenRow, ledger_id: id })
        .onConflict()
        .ignore()
    }
    return returnUrl
  }

  /** A return address for a row that is yet to be written: it leads nowhere until `tokenRow` is written with the row. */
  prepare(): { returnUrl: string; tokenRow: ReturnTokenRow } {
    return this.addressOf(newToken())
  }

  private addressOf(token: string): { returnUrl: string; tokenRow: ReturnTokenRow } {
    return {
      returnUrl: `${this.backendUrl}/webcheckout/return/${token}`,
      tokenRow: { id: generateEntityId(undefined, "wtok"), token_hash: hashToken(token) },
    }
  }

  /** The row behind a token; undefined for anything that is not one of ours. */
  async find(token: string): Promise<LedgerCheckout | undefined> {
    if (!isToken(token)) {
      return undefined
    }
    const found = await this.tokens.first({ token_hash: hashToken(token) })
    return found && this.rows.latest({ id: found.ledger_id })
  }
}
