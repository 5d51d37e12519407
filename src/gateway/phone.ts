import parsePhoneNumber, { isSupportedCountry } from "libphonenumber-js"

/**
 * A phone number in the gateway's format: digits, starting with the country's calling code.
 *
 * The build bundles libphonenumber-js into this file, so that a store does not install its 10 MB.
 *
 * @param country ISO 3166-1 alpha-2: the country of a number that is written without its calling code
 * @returns undefined if the number is invalid
 */
export function toGatewayPhone(phone: string, country?: string): string | undefined {
  const parsed = parsePhoneNumber(phone, country && isSupportedCountry(country) ? country : undefined)
  return parsed?.isValid() ? parsed.number.replace("+", "") : undefined
}
