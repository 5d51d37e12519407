import { sharedPort } from "./free-port"
import { Host, type HostSettings } from "./host"

/**
 * The hosts that one jest worker keeps from test file to test file, by their settings. Starting Medusa takes ten seconds or
 * more; putting its database back takes half a second.
 */
export class SharedHosts {
  private readonly hosts = new Map<string, Host>()
  private readonly ports = new Map<string, number>()

  /** The port of a server that shared hosts call: it stays the same in every test file of this worker. */
  async portOf(server: string): Promise<number> {
    const port = this.ports.get(server) ?? (await sharedPort())
    this.ports.set(server, port)
    return port
  }

  /** A host with these settings whose database is as it was right after the start. */
  async take(settings: HostSettings): Promise<Host> {
    const key = JSON.stringify(settings)
    const shared = this.hosts.get(key)
    if (shared) {
      await shared.reset()
      return shared
    }
    const host = await Host.start(settings)
    await host.copyDatabase()
    host.unref()
    this.hosts.set(key, host)
    return host
  }

  /** Everything that the hosts' processes have printed. */
  get lines(): string[][] {
    return [...this.hosts.values()].map(({ store }) => store.lines)
  }

  /** Ends all hosts. A failed test may leave a process in a state that the next file must not meet. */
  async end(): Promise<void> {
    const hosts = [...this.hosts.values()]
    this.hosts.clear()
    // A server that the failed test left behind may still listen there.
    this.ports.clear()
    await Promise.all(hosts.map((host) => host.end()))
  }
}
