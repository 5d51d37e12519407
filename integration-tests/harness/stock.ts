import type { World } from "./world"

/** Puts the shop's one pot in stock, or leaves only what is reserved. */
export async function setStock({ admin: { admin } }: World, isInStock: boolean): Promise<void> {
  const { inventory_items } = await admin.inventoryItem.list({ sku: "POT-1" })
  const [item] = inventory_items
  const level = item.location_levels?.[0]
  await admin.inventoryItem.updateLevel(item.id, level?.location_id ?? "", {
    stocked_quantity: isInStock ? 1_000_000 : (level?.reserved_quantity ?? 0),
  })
}
