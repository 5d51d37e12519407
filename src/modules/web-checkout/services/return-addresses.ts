import { OwnService } from "../cradle"
import type { LedgerCheckout } from "../rules/ledger"
import { DEFAULT_ACCOUNT } from "../options"
import { deriveToken, newToken } from "../secret-token"
import type { CheckoutRows } from "./checkout-rows"
import { tokenRow, type TokenRow, type Tokens } from "./tokens"

/** The URLs to which the gateway sends shoppers back. Each ends in a secret token, of which only the hash is stored. */
export class ReturnAddresses extends OwnService<{ checkoutRows: CheckoutRows; tokens: Tokens }> {
  private readonly backendUrl = this.options.backendUrl.replace(/\/+$/, "")

  /**
   * A further return address for a row that another session has taken over. It is derived from the account's secret, so it is the same each
   * time. Earlier addresses stay valid.
   */
  async takenOver({ id, account }: Pick<LedgerCheckout, "id" | "account">): Promise<string> {
    const { apiSecret } = account === DEFAULT_ACCOUNT ? this.options : this.options.accounts[account]
    const token = deriveToken(apiSecret, `${id}:taken-over`)
    await this.cradle.tokens.keep(token, { purpose: "return", ledger_id: id })
    return this.urlOf(token)
  }

  /** Prepares the return address of a new row. It works only once `tokenRow` is stored with the row. */
  prepare(): { returnUrl: string; tokenRow: TokenRow } {
    const token = newToken()
    return { returnUrl: this.urlOf(token), tokenRow: tokenRow(token, { purpose: "return" }) }
  }

  private urlOf(token: string): string {
    return `${this.backendUrl}/webcheckout/return/${token}`
  }

  /** The row of a return address; undefined if the token is not one of a return address. */
  async find(token: string): Promise<LedgerCheckout | undefined> {
    const found = await this.cradle.tokens.find(token)
    return found?.purpose === "return" && found.ledger_id !== null
      ? this.cradle.checkoutRows.latest({ id: found.ledger_id })
      : undefined
  }
}
