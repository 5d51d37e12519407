/** One way of running the plugin, and what differs in it: said where a suite begins, never inside a test. */
export interface Mode {
  /** The operations of the extended description are switched on, at the plugin and at the emulator. */
  extendedApi: boolean
  /** A test of what only the documented operations are about. */
  readonly inDocumented: typeof it | typeof none
  /** A test of what only the extended operations are about. */
  readonly inExtended: typeof it | typeof none
  /** A test of what is the same in both modes: it runs with the documented operations only. */
  readonly inEither: typeof it | typeof none
  /** What is expected in this mode, or how something is done in it. */
  readonly pick: <Value>(choice: { documented: Value; extended: Value }) => Value
}

/** A test that does not run in this mode. */
interface None {
  (name: string, test: () => unknown, timeout?: number): void
  failing: (name: string, test: () => unknown) => void
}

const none: None = Object.assign(() => undefined, { failing: () => undefined })

/** The same suite in a world of each mode. */
export function describeInBothModes(name: string, suite: (mode: Mode) => void): void {
  describe(`${name}, with the documented operations only`, () =>
    suite({
      extendedApi: false,
      inDocumented: it,
      inExtended: none,
      inEither: it,
      pick: ({ documented }) => documented,
    }))
  describe(`${name}, with the extended operations`, () =>
    suite({ extendedApi: true, inDocumented: none, inExtended: it, inEither: none, pick: ({ extended }) => extended }))
}
