import { z } from "@medusajs/framework/zod"
import { linkedIds, relatedRows } from "../query"

describe("related rows", () => {
  const schema = z.looseObject({ payments: relatedRows(z.looseObject({ id: z.string() })) })

  it.each<[string, object, { id: string }[]]>([
    ["no list", {}, []],
    ["null", { payments: null }, []],
    ["a list with a null", { payments: [{ id: "pay_1" }, null, { id: "pay_2" }] }, [{ id: "pay_1" }, { id: "pay_2" }]],
  ])("of %s", (_, answer, expected) => {
    expect(schema.parse(answer).payments).toEqual(expected)
  })
})

it.each<[string, object[], string[]]>([
  ["no link", [], []],
  ["two links", [{ order_id: "order_1", extra: 1 }, { order_id: "order_2" }], ["order_1", "order_2"]],
])("the ids at the other end of %s", async (_, data, expected) => {
  const query = { graph: jest.fn().mockResolvedValue({ data }) }
  expect(await linkedIds(query, "order_cart", { cart_id: "cart_1" }, "order_id")).toEqual(expected)
  expect(query.graph).toHaveBeenCalledWith({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: "cart_1" },
  })
})
