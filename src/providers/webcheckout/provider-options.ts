import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { describeProblems } from "../../gateway/errors"
import { problemsOf } from "../../gateway/schemas"
import { PAY_LATER } from "../../modules/web-checkout/provider-ids"

/** Options of one provider instance in medusa-config. */
export interface WebCheckoutProviderOptions extends Record<string, unknown> {
  /** One of the plugin's `accounts`. Default: the top-level credentials. */
  account?: string
  /** `pay-later`: orders are placed without being paid, and get a pay link. Default: paid at once. */
  mode?: typeof PAY_LATER
  /** With `pay-later`: the ids or names of the customer groups that may choose it. Default: everybody. */
  customerGroups?: string[]
}

const optionsSchema = z
  .strictObject({
    account: z.string().min(1).optional(),
    mode: z.literal(PAY_LATER, `must be "${PAY_LATER}", or absent`).optional(),
    customerGroups: z.array(z.string().min(1)).min(1, "must name a group, or be absent").optional(),
  })
  .refine(({ mode, customerGroups }) => mode === PAY_LATER || customerGroups === undefined, {
    path: ["customerGroups"],
    message: 'is for mode "pay-later" only',
  })

/** @throws MedusaError INVALID_ARGUMENT, which names each field and its rule */
export function requireProviderOptions(options: Record<string, unknown>): void {
  const parsed = optionsSchema.safeParse(options)
  if (!parsed.success) {
    throw new MedusaError(
      MedusaError.Types.INVALID_ARGUMENT,
      `medusa-payment-webcheckout: the provider's options: ${describeProblems(problemsOf(parsed.error))}`
    )
  }
}
