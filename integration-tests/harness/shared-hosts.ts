import type { HttpTypes } from "@medusajs/types"
import { sharedPort } from "./free-port"
import { Host, type HostSettings } from "./host"

/** A host that serves one world after another. */
export interface SharedHost {
  host: Host
  /** A filled cart in its database: worlds copy it. */
  cart: HttpTypes.StoreCart
  /** How many worlds it has served, including this one. Part of each copied cart's id: the process outlives its database, and an id must never come twice. */
  worlds: number
}

/**
 * The hosts that one jest worker keeps from test file to test file, by their settings. Starting Medusa takes six to ten
 * seconds; putting its database back takes half a second.
 */
export class SharedHosts {
  private readonly hosts = new Map<string, SharedHost>()
  private readonly ports = new Map<string, number>()

  /** The port of a server that shared hosts call: it stays the same in every test file of this worker. */
  async portOf(server: string): Promise<number> {
    const port = this.ports.get(server) ?? (await sharedPort())
    this.ports.set(server, port)
    return port
  }

  /**
   * A host with these settings whose database is as it was right after the start.
   *
   * @param fillCart fills a cart through the store API of a host that has just started
   */
  async take(settings: HostSettings, fillCart: (host: Host) => Promise<HttpTypes.StoreCart>): Promise<SharedHost> {
    const key = JSON.stringify(settings)
    const shared = this.hosts.get(key)
    if (shared) {
      await shared.host.reset()
      shared.worlds += 1
      return shared
    }
    const host = await Host.start(settings)
    const cart = await fillCart(host)
    await host.copyDatabase()
    host.unref()
    const started = { host, cart, worlds: 1 }
    this.hosts.set(key, started)
    return started
  }

  /** Everything that the hosts' processes have printed. */
  get lines(): string[][] {
    return [...this.hosts.values()].map(({ host }) => host.store.lines)
  }

  /** Ends all hosts. A failed test may leave a process in a state that the next file must not meet. */
  async end(): Promise<void> {
    const hosts = [...this.hosts.values()]
    this.hosts.clear()
    // A server that the failed test left behind may still listen there.
    this.ports.clear()
    await Promise.all(hosts.map(({ host }) => host.end()))
  }
}
