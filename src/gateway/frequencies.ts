/** How often a subscription's link is sent: the gateway's eight values, in the order of its documentation. */
export const FREQUENCIES = {
  DAY: { period: 1, periodUnit: "DAYS" },
  WEEK: { period: 1, periodUnit: "WEEKS" },
  TWO_WEEKS: { period: 2, periodUnit: "WEEKS" },
  MONTH: { period: 1, periodUnit: "MONTHS" },
  TWO_MONTHS: { period: 2, periodUnit: "MONTHS" },
  THREE_MONTHS: { period: 3, periodUnit: "MONTHS" },
  SIX_MONTHS: { period: 6, periodUnit: "MONTHS" },
  YEAR: { period: 12, periodUnit: "MONTHS" },
} as const satisfies Record<string, { period: number; periodUnit: "DAYS" | "WEEKS" | "MONTHS" }>

export type SendEvery = keyof typeof FREQUENCIES

export const SEND_EVERY = Object.keys(FREQUENCIES) as [SendEvery, ...SendEvery[]]
