import type { MedusaContainer } from "@medusajs/framework/types"
import { sendDigest } from "../workflows/notice/send-digest"

/** Once a day, while payments need a person, those who are named in the options are reminded of them. */
export default async function sendDailyDigest(container: MedusaContainer): Promise<void> {
  await sendDigest(container)
}

export const config = { name: "webcheckout-send-digest", schedule: "0 6 * * *" }
