import type { InferTypeOf } from "@medusajs/framework/types"
import type { DmlEntity } from "@medusajs/framework/utils"

type Unread = "updated_at" | "deleted_at" | `raw_${string}`

/** A row of a model, as the services read it. Amounts in major units. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- every model
export type RowOf<Model extends DmlEntity<any, any>> = {
  [Name in keyof InferTypeOf<Model> as Exclude<Name, Unread>]: InferTypeOf<Model>[Name]
}
