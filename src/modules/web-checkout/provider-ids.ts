/** How Medusa names the instances of our provider: this, and the id of medusa-config behind it. */
const OWN_PROVIDERS = "pp_webcheckout_"

/** For a filter of Medusa's. */
export const LIKE_OWN_PROVIDERS = `${OWN_PROVIDERS}%`

export function isOwnProvider(providerId: string): boolean {
  return providerId.startsWith(OWN_PROVIDERS)
}
