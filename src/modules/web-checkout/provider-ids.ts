/** How Medusa names the instances of our provider: this, and the id of medusa-config behind it. */
const OWN_PROVIDERS = "pp_webcheckout_"

/** For a filter of Medusa's. */
export const LIKE_OWN_PROVIDERS = `${OWN_PROVIDERS}%`

export function isOwnProvider(providerId: string): boolean {
  return providerId.startsWith(OWN_PROVIDERS)
}

/** Key in a payment session's context under which settle names the ledger row that the session is made for. */
export const ROW_IN_CONTEXT = "webcheckout_row_id"

/** Key under which a pay link's page names the link that the session is made for. */
export const PAY_LINK_IN_CONTEXT = "webcheckout_pay_link_id"

/** The mode of a provider instance with which orders are placed without being paid, and what such a session's `data.mode` says. */
export const PAY_LATER = "pay-later"
