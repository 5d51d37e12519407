import type { World } from "./world"

/** Medusa's own provider, which calls nobody and captures nothing. */
export const SYSTEM = "pp_system_default"

/** In every region these providers, and no others. */
export async function offerProviders(world: World, payment_providers: string[]): Promise<void> {
  const { regions } = await world.admin.admin.region.list({ fields: "id" })
  for (const { id } of regions) {
    await world.admin.admin.region.update(id, { payment_providers })
  }
}

/** From now on the gateway takes so long for creating and looking up. */
export function slowDown(world: World, delayMs: number): void {
  if (delayMs > 0) {
    for (const operation of ["createCheckout", "getCheckout"] as const) {
      world.emulator.fault({ operation, kind: "delay-before", delayMs, times: Infinity })
    }
  }
}
