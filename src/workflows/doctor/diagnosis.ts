/** What the self-check looks at. */
export const CHECKS = [
  "credentials",
  "regions",
  "backend",
  "storefront",
  "locking",
  "clock",
  "notifications",
  "packages",
] as const

export type Check = (typeof CHECKS)[number]

/** What can be wrong, and what to do about it; in English here, in Arabic with the admin's texts. */
export const FINDINGS = {
  ok: { status: "ok", what: "In order.", mend: null },
  credentials_refused: {
    status: "error",
    what: "The payment service refuses the credentials.",
    mend: "Check apiKey, apiSecret and headers in the plugin options, and that they are those of this environment.",
  },
  account_unknown: {
    status: "error",
    what: "The ledger has payments of an account that the plugin options do not have.",
    mend: "Put the account back under accounts in the plugin options: nobody can ask about its payments meanwhile.",
  },
  gateway_away: {
    status: "error",
    what: "The payment service gives no usable answer.",
    mend: "Check baseUrl in the plugin options (with the API segment and the version), and that this server may call it.",
  },
  gateway_unclear: {
    status: "warning",
    what: "What answers at baseUrl does not answer like the payment service.",
    mend: "Check baseUrl in the plugin options: the address of the merchant API, with the API segment and the version.",
  },
  no_version: {
    status: "warning",
    what: "The path of baseUrl has no version.",
    mend: "Check baseUrl in the plugin options: it ends with the API segment and the version, for example /merchant/2.0.",
  },
  details_left_out: {
    status: "warning",
    what: "checkoutDetails leaves out objects that the extended description requires.",
    mend: 'Set checkoutDetails to "full" in the plugin options, unless the payment service refuses it.',
  },
  no_region: {
    status: "error",
    what: "No region offers the payment provider.",
    mend: "Enable it for a region: Settings → Regions → Edit → Payment providers.",
  },
  not_offered: {
    status: "warning",
    what: "No region offers this instance of the provider.",
    mend: "Enable it for a region, or take it out of medusa-config: Settings → Regions → Edit → Payment providers.",
  },
  backend_local: {
    status: "error",
    what: "backendUrl is an address that shoppers cannot reach.",
    mend: "Give the public https address of the Medusa server: the payment service sends shoppers back to it.",
  },
  backend_away: {
    status: "warning",
    what: "backendUrl does not answer from here.",
    mend: "Open it in a browser outside your network: shoppers are sent back to it.",
  },
  storefront_away: {
    status: "error",
    what: "A page that shoppers land on does not answer.",
    mend: "Check storefront.url and storefront.paths in the plugin options.",
  },
  storefront_page_missing: {
    status: "warning",
    what: "A page that shoppers land on answers 404 to one who has no cart.",
    mend: "Open it with a cart: if it is missing then too, mend storefront.paths in the plugin options.",
  },
  locks_not_shared: {
    status: "error",
    what: "Several processes share events or workflows, and not their locks.",
    mend: "Configure a locking provider that they share: @medusajs/medusa/locking-redis or locking-postgres.",
  },
  clock_off: {
    status: "warning",
    what: "This server's clock is off.",
    mend: "Let it be set by NTP: what is due, and when a call counts as lost, is reckoned by it.",
  },
  clock_unknown: {
    status: "warning",
    what: "This server's clock could not be compared with the payment service's.",
    mend: "Check again when the payment service answers, and that the clock is set by NTP.",
  },
  no_email_provider: {
    status: "warning",
    what: "notifications.emails names addresses, and the store has no e-mail provider.",
    mend: "Add a provider for the channel email to the Notification module.",
  },
  no_email_for_links: {
    status: "warning",
    what: "Orders may be paid later, or reminders are wanted, and the store has no e-mail provider: no customer gets a pay link by itself.",
    mend: "Add a provider for the channel email to the Notification module, or hand each link on from the order's page.",
  },
  no_feed_provider: {
    status: "warning",
    what: "The store's Notification module has no provider for the admin's feed: each case leaves a failed notification and a warning in the log.",
    mend: "Add @medusajs/medusa/notification-local with the channel feed: providers of your own have taken its place.",
  },
  medusa_untested: {
    status: "warning",
    what: "The plugin was not tested with this version of Medusa.",
    mend: "Use Medusa 2.19 to 2.21, or a version of the plugin that names yours.",
  },
  router_differs: {
    status: "error",
    what: "The store's own react-router-dom is not the dashboard's version 7: the plugin's pages in the admin stay blank.",
    mend: "Take react-router-dom out of the store's package.json, or set it to the dashboard's version, and build the admin again.",
  },
} as const satisfies Record<string, { status: "ok" | "warning" | "error"; what: string; mend: string | null }>

export type FindingCode = keyof typeof FINDINGS

/** What one check has found. */
export interface Finding {
  check: Check
  code: FindingCode
  status: "ok" | "warning" | "error"
  /** Which account, address or page, and the payment service's own words: never a key or a secret. */
  detail: string | null
}

export function finding(check: Check, code: FindingCode = "ok", detail: string | null = null): Finding {
  return { check, code, status: FINDINGS[code].status, detail }
}
