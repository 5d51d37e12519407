import type { ModuleCradle } from "../cradle"
import type { LedgerCheckout } from "../rules/ledger"
import { DEFAULT_ACCOUNT, type WebCheckoutOptions } from "../options"
import { deriveToken, newToken } from "../secret-token"
import type { CheckoutRows } from "./checkout-rows"
import { tokenRow, type TokenRow, type Tokens } from "./tokens"

/** The addresses the gateway sends shoppers back to: each ends in a random token, of which only the hash is kept. */
export class ReturnAddresses {
  private readonly tokens: Tokens
  private readonly rows: CheckoutRows
  private readonly options: WebCheckoutOptions
  private readonly backendUrl: string

  constructor({
    tokens,
    checkoutRows,
    webCheckoutOptions,
  }: ModuleCradle & { checkoutRows: CheckoutRows; tokens: Tokens }) {
    this.tokens = tokens
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
    const token = deriveToken(apiSecret, `${id}:taken-over`)
    await this.tokens.keep(token, { purpose: "return", ledger_id: id })
    return this.urlOf(token)
  }

  /** A return address for a row that is yet to be written: it leads nowhere until `tokenRow` is written with the row. */
  prepare(): { returnUrl: string; tokenRow: TokenRow } {
    const token = newToken()
    return { returnUrl: this.urlOf(token), tokenRow: tokenRow(token, { purpose: "return" }) }
  }

  private urlOf(token: string): string {
    return `${this.backendUrl}/webcheckout/return/${token}`
  }

  /** The row behind a token; undefined for anything that is not a return address of ours. */
  async find(token: string): Promise<LedgerCheckout | undefined> {
    const found = await this.tokens.find(token)
    return found?.purpose === "return" && found.ledger_id !== null
      ? this.rows.latest({ id: found.ledger_id })
      : undefined
  }
}
