import { misconfigured, notAllowed } from "../errors"
import { ExtendedGatewayClient, GatewayClient } from "../../../gateway/client"
import type { FinishedCall } from "../../../gateway/transport"
import { OwnService } from "../own-service"
import { DEFAULT_ACCOUNT, type WebCheckoutOptions } from "../options"
import type { Meters } from "./meters"

/** This process's last usable and last unusable answer from an account. */
export interface Contact {
  good_at: Date | null
  /** The last call without a usable answer: the gateway was unreachable, refused the credentials, or answered not as documented. */
  bad: { at: Date; operation: string; code: string } | null
}

/** The gateway's clients: one for each merchant account, each with its own connection pool. */
export class Gateways extends OwnService<{ meters: Meters }> {
  private readonly contacts = new Map<string, Contact>()
  private readonly clients = new Map(
    [[DEFAULT_ACCOUNT, this.options] as const, ...Object.entries(this.options.accounts)].map(
      ([name, account]) => [name, this.makeClient(name, account)] as const
    )
  )

  /** The last usable and the last unusable answer that this process had from an account. */
  contactOf(account: string): Contact {
    return this.contacts.get(account) ?? { good_at: null, bad: null }
  }

  private note(account: string, call: FinishedCall): void {
    this.cradle.meters.recordCall(account, call)
    const { operation, outcome } = call
    // A refusal shows that the gateway is reachable, so it counts as a usable answer.
    const isGood = outcome === "ok" || outcome === "gateway_rejected"
    const last = isGood ? { good_at: new Date() } : { bad: { at: new Date(), operation, code: outcome } }
    this.contacts.set(account, { ...this.contactOf(account), ...last })
  }

  /** Whether the options contain this account. */
  has(account: string): boolean {
    return this.clients.has(account)
  }

  /** The client of a merchant account. @throws MedusaError INVALID_ARGUMENT if the options do not contain it */
  client(account: string): GatewayClient {
    const client = this.clients.get(account)
    if (!client) {
      throw misconfigured(`medusa-payment-webcheckout: the plugin options have no account "${account}" under accounts.`)
    }
    return client
  }

  /** The client with the extended operations; undefined unless the option `extendedApi` is on. */
  extended(account: string): ExtendedGatewayClient | undefined {
    const client = this.client(account)
    return client instanceof ExtendedGatewayClient ? client : undefined
  }

  /** Like `extended`. @param why says what the basic API cannot do @throws MedusaError NOT_ALLOWED without `extendedApi` */
  requireExtended(account: string, why: string): ExtendedGatewayClient {
    const client = this.extended(account)
    if (!client) {
      throw notAllowed(`${why} Set the plugin option extendedApi to true.`)
    }
    return client
  }

  /** The merchant accounts of the options. */
  accountNames(): string[] {
    return [...this.clients.keys()]
  }

  /**
   * Rejects a row of the other environment: only the gateway that created a checkout can be asked about it.
   *
   * @param what names the row in the error
   * @throws MedusaError NOT_ALLOWED for a row of the other environment
   */
  requireOwnEnvironment(what: string, row: { id: string; environment: string }): void {
    if (row.environment !== this.environment) {
      throw notAllowed(
        `The ${what} ${row.id} belongs to the ${row.environment} environment; the store runs in ${this.environment}.`
      )
    }
  }

  /** Waits for running calls and closes the connections. */
  async close(): Promise<void> {
    await Promise.all([...this.clients.values()].map((client) => client.close()))
  }

  private makeClient(name: string, account: WebCheckoutOptions["accounts"][string]): GatewayClient {
    const { baseUrl = this.options.baseUrl, apiKey, apiSecret } = account
    const { headers, timeoutMs, maxConnections, identifierSpelling, extendedApi } = this.options
    const onCall = (call: FinishedCall) => this.note(name, call)
    const settings = { baseUrl, apiKey, apiSecret, headers, timeoutMs, maxConnections, identifierSpelling, onCall }
    return extendedApi ? new ExtendedGatewayClient(settings) : new GatewayClient(settings)
  }
}
