/** Where Chromium is, or undefined. CHROMIUM_PATH comes first. */
export function findChromium(): string | undefined
/** Whether a Redis server can be started here. */
export function hasRedis(): boolean
/** What some tests need of the machine, and how it is had. */
export const NEEDS: Record<"chromium" | "redis", { isThere: () => boolean; missing: string }>
