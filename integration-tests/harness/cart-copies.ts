import type { HttpTypes } from "@medusajs/types"
import type { SharedHost } from "./shared-hosts"
import type { CartWishes } from "./shop"

interface Database {
  sql(text: string, values: unknown[]): Promise<unknown[]>
}

/** The tables of a filled cart without a payment session, and which of their rows are its own. */
const TABLES: [table: string, isOwn: string][] = [
  ["cart_address", "id IN (SELECT unnest(ARRAY[shipping_address_id, billing_address_id]) FROM cart WHERE id = $1)"],
  ["cart", "id = $1"],
  ["cart_line_item", "cart_id = $1"],
  ["cart_line_item_tax_line", "item_id IN (SELECT id FROM cart_line_item WHERE cart_id = $1)"],
  ["cart_shipping_method", "cart_id = $1"],
  ["cart_shipping_method_tax_line", "shipping_method_id IN (SELECT id FROM cart_shipping_method WHERE cart_id = $1)"],
]

/** The ids of those rows; their last six characters name the copy. */
const OWN_ID = '"((?:cart|caaddr|cali|calitxl|casm|casmtxl)_[0-9A-Z]{20})[0-9A-Z]{6}"'

const COPY = `WITH ${TABLES.map(
  ([table, isOwn], index) =>
    `copy_${index} AS (
       INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table},
         regexp_replace(to_jsonb(original)::text, $2, '"\\1' || $3 || '"', 'g')::jsonb
         || jsonb_build_object('created_at', now(), 'updated_at', now()))).*
       FROM ${table} AS original WHERE ${isOwn} RETURNING 1)`
).join(",")} SELECT 1`

/**
 * Copies of filled carts, row by row. Medusa takes half a second of a core to fill a cart, which is half of a purchase, and the
 * tests are about what comes after: the first cart of each kind is filled through the store API, and kept to be copied.
 */
export class CartCopies {
  private readonly originals = new Map<string, Promise<HttpTypes.StoreCart>>()
  private made = 0

  /** @param shared a host for many worlds: the cart without wishes is in its database already */
  constructor(
    private readonly database: Database,
    private readonly shared?: Pick<SharedHost, "cart" | "worlds">
  ) {
    if (shared) {
      this.originals.set(kindOf({}), Promise.resolve(shared.cart))
    }
  }

  async of(wishes: CartWishes, fill: () => Promise<HttpTypes.StoreCart>): Promise<HttpTypes.StoreCart> {
    if (wishes.promoCode !== undefined) {
      // A promotion counts the carts that use it.
      return fill()
    }
    const kind = kindOf(wishes)
    const original = this.originals.get(kind) ?? fill()
    this.originals.set(kind, original)
    try {
      return await this.copy(await original)
    } catch (error) {
      // The next one fills a cart of its own.
      this.originals.delete(kind)
      throw error
    }
  }

  private async copy(original: HttpTypes.StoreCart): Promise<HttpTypes.StoreCart> {
    this.made += 1
    // Two characters for the world, four for the copy.
    const name = base36(this.shared?.worlds ?? 0, 2) + base36(this.made, 4)
    await this.database.sql(COPY, [original.id, OWN_ID, name])
    return JSON.parse(JSON.stringify(original).replace(new RegExp(OWN_ID, "g"), `"$1${name}"`)) as HttpTypes.StoreCart
  }
}

function kindOf(wishes: CartWishes): string {
  return JSON.stringify(wishes)
}

function base36(number: number, length: number): string {
  return number.toString(36).toUpperCase().padStart(length, "0")
}
