import type { World } from "./world"

/** Whether the shop's one pot is in stock; if not, only what is reserved is left. */
export async function setStock({ admin: { admin } }: World, isThere: boolean): Promise<void> {
  const { inventory_items } = await admin.inventoryItem.list({ sku: "POT-1" })
  const [item] = inventory_items
  const level = item.location_levels?.[0]
  await admin.inventoryItem.updateLevel(item.id, level?.location_id ?? "", {
    stocked_quantity: isThere ? 1_000_000 : (level?.reserved_quantity ?? 0),
  })
}
