/** What one of our public addresses was made for. */
export const TOKEN_PURPOSES = [
  /** where the gateway sends the shopper back to */
  "return",
  /** the page of a pay link, as it was opened after that */
  "after_return",
  /** the page of a pay link: the merchant's copy of its address, a QR code, or a mail */
  "copy",
  "qr",
  "mail",
] as const

export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

/** A pay link's address that is handed out by people. */
export type PayTokenPurpose = Exclude<TokenPurpose, "return" | "after_return">

/**
 * How many days after its payment was recorded, or has ended unpaid, a return address and its pay page stop naming anything.
 * They are deleted then, those of an unpaid payment once it is no longer looked at.
 */
export const RETURN_TOKEN_KEPT_DAYS = 7

/** A pay link's addresses are deleted so many days after it was paid or ended, or has expired. */
export const PAY_TOKEN_KEPT_DAYS = 90
