import parsePhoneNumber, { isSupportedCountry } from "libphonenumber-js"

/**
 * A phone number as the gateway takes it: digits, beginning with the country's calling code.
 *
 * The build puts libphonenumber-js into this file, so that a store does not install its 10 MB.
 *
 * @param country ISO 3166-1 alpha-2, of a number that may be written without its calling code
 * @returns undefined unless the number is a valid one
 */
export function toGatewayPhone(phone: string, country?: string): string | undefined {
  const parsed = parsePhoneNumber(phone, country && isSupportedCountry(country) ? country : undefined)
  return parsed?.isValid() ? parsed.number.replace("+", "") : undefined
}
