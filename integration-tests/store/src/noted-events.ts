/** The plugin's events that this process has heard, oldest first. */
export const notedEvents: { name: string; data: unknown }[] = []
