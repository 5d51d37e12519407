import { generateEntityId } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import type { LedgerCheckout } from "../rules/ledger"
import { hashToken, isToken, newToken } from "../secret-token"
import { Table } from "../table"
import { RETURN_TOKEN_TABLE, type CheckoutRows, type ReturnTokenRow } from "./checkout-rows"

/** The addresses the gateway sends shoppers back to: each ends in a random token, of which only the hash is kept. */
export class ReturnAddresses {
  private readonly tokens: Table<{ ledger_id: string }>
  private readonly rows: CheckoutRows
  private readonly backendUrl: string

  constructor({
    webcheckoutReturnTokenService,
    baseRepository,
    checkoutRows,
    webCheckoutOptions,
  }: ModuleCradle & { checkoutRows: CheckoutRows }) {
    this.tokens = new Table(webcheckoutReturnTokenService, baseRepository)
    this.rows = checkoutRows
    this.backendUrl = webCheckoutOptions.backendUrl.replace(/\/+$/, "")
  }

  /** A further return address for a row; the earlier ones stay good. */
  async issue(ledgerId: string): Promise<string> {
    const { returnUrl, tokenRow } = this.prepare()
    await this.rows.knex(RETURN_TOKEN_TABLE).insert({ ...tokenRow, ledger_id: ledgerId })
    return returnUrl
  }

  /** A return address for a row that is yet to be written: it leads nowhere until `tokenRow` is written with the row. */
  prepare(): { returnUrl: string; tokenRow: ReturnTokenRow } {
    const token = newToken()
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
