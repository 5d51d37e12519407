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
  ok: { status: "ok", what: "OK.", mend: null },
  credentials_refused: {
    status: "error",
    what: "The payment service rejects the credentials.",
    mend: "Check apiKey, apiSecret, headers and environment in the plugin options.",
  },
  account_unknown: {
    status: "error",
    what: "The ledger contains payments of an account that is missing from the plugin options.",
    mend: "Restore the account under accounts in the plugin options. Until then the status of its payments cannot be checked.",
  },
  gateway_away: {
    status: "error",
    what: "The payment service gives no usable answer.",
    mend: "Check baseUrl in the plugin options (with the API segment and the version), and that this server can reach it.",
  },
  gateway_unclear: {
    status: "warning",
    what: "The server at baseUrl does not answer like the payment service.",
    mend: "Check baseUrl in the plugin options: the address of the merchant API, with the API segment and the version.",
  },
  no_version: {
    status: "warning",
    what: "The path of baseUrl has no version.",
    mend: "Check baseUrl in the plugin options: it ends with the API segment and the version, for example /merchant/2.0.",
  },
  details_left_out: {
    status: "warning",
    what: "checkoutDetails leaves out objects that the extended API requires.",
    mend: 'Set checkoutDetails to "full" in the plugin options, unless the payment service rejects these objects.',
  },
  no_region: {
    status: "error",
    what: "No region has the payment provider enabled.",
    mend: "Enable it for a region under Settings → Regions → a region → Edit → Payment providers.",
  },
  not_offered: {
    status: "warning",
    what: "No region has this instance of the provider enabled.",
    mend: "Enable it under Settings → Regions → a region → Edit → Payment providers, or remove it from medusa-config.ts.",
  },
  backend_local: {
    status: "error",
    what: "Shoppers cannot reach backendUrl: it is a local address.",
    mend: "Set it to the public https URL of the Medusa server. The payment service sends shoppers back to it.",
  },
  backend_away: {
    status: "warning",
    what: "backendUrl does not answer from this server.",
    mend: "Open backendUrl in a browser outside your network. If it opens there, shoppers can return, and you can ignore this warning.",
  },
  storefront_away: {
    status: "error",
    what: "A storefront page to which shoppers return does not answer.",
    mend: "Check storefront.url and storefront.paths in the plugin options.",
  },
  storefront_page_missing: {
    status: "warning",
    what: "A storefront page to which shoppers return answers 404 to a visitor without a cart.",
    mend: "Open the page as a shopper who has a cart. If it is still missing, correct storefront.paths in the plugin options.",
  },
  locks_not_shared: {
    status: "error",
    what: "Several processes share events or workflows, but not their locks.",
    mend: "Configure a shared locking provider: @medusajs/medusa/locking-redis or locking-postgres.",
  },
  clock_off: {
    status: "warning",
    what: "This server's clock is wrong.",
    mend: "Synchronize it with NTP. The plugin uses it to decide which payments are due and which requests were lost.",
  },
  clock_unknown: {
    status: "warning",
    what: "This server's clock could not be compared with the payment service's.",
    mend: "Run the self-check again when the payment service answers, and make sure that NTP sets the clock.",
  },
  no_email_provider: {
    status: "warning",
    what: "notifications.emails lists addresses, but the store has no email provider.",
    mend: "Add a provider for the channel email to the Notification module.",
  },
  no_email_for_links: {
    status: "warning",
    what: "Pay later or reminders are configured, but the store has no email provider: customers do not receive their pay links automatically.",
    mend: "Add a provider for the channel email to the Notification module, or copy each link from the order's page.",
  },
  no_feed_provider: {
    status: "warning",
    what: "The Notification module has no provider for the channel feed, so cases do not appear in the admin's bell. Each case leaves a failed notification and a warning in the log.",
    mend: "Add @medusajs/medusa/notification-local with the channel feed. A store that lists its own notification providers loses Medusa's default one.",
  },
  medusa_untested: {
    status: "warning",
    what: "The plugin was not tested with this version of Medusa.",
    mend: "Use Medusa 2.19 to 2.21, or a version of the plugin that names yours.",
  },
  router_differs: {
    status: "error",
    what: "The store has its own react-router-dom, and its version is not the 7 of Medusa's admin. The plugin's admin pages stay blank.",
    mend: "Remove react-router-dom from the store's package.json, or set it to the version of Medusa's admin. Then build the admin again.",
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
