import type { MedusaContainer } from "@medusajs/framework/types"
import { sendDigest } from "../workflows/notice/send-digest"
import { tellCases } from "../workflows/notice/tell-cases"

/**
 * Tells people of the payments and subscriptions that need one: what an event lost in a crash has left untold, mails that could not be sent, and
 * once a day what is still open. A job of its own: a mail provider that hangs keeps no payment waiting.
 */
export default async function tellOpenCases(container: MedusaContainer): Promise<void> {
  await tellCases(container)
  await sendDigest(container)
}

export const config = { name: "webcheckout-tell-cases", schedule: "* * * * *" }
