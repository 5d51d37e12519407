/** Where Chromium is, or undefined. CHROMIUM_PATH comes first. */
export function findChromium(): string | undefined
/** What some tests need of the machine, and how it is had. */
export const NEEDS: Record<"chromium" | "redis", { isThere: () => boolean; missing: string }>
