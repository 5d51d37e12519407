import type { MedusaContainer } from "@medusajs/framework/types"
import { findNotice, sendOnce, type Notice } from "../medusa/notifications"

/** When a mail that could not be sent is tried again, after the try before it. */
const PAUSES_MS = [5, 60].map((minutes) => minutes * 60_000)

/** A mail to one address; each try has a key of its own, since Medusa sends a key that has failed again by itself. */
export type Mail = Omit<Notice, "channel" | "idempotency_key"> & { key: string }

/**
 * Sends a mail, at most three times if it cannot be sent, and never again once it may have gone out.
 *
 * @returns whether there is nothing left to try
 */
export async function sendMail(container: MedusaContainer, { key, ...mail }: Mail): Promise<boolean> {
  for (let attempt = 0; attempt <= PAUSES_MS.length; attempt += 1) {
    const idempotency_key = `${key}:${attempt + 1}`
    const known = await findNotice(container, idempotency_key)
    if (!known) {
      const status = await sendOnce(container, { ...mail, channel: "email", idempotency_key })
      return status !== "failure" || attempt === PAUSES_MS.length
    }
    if (known.status !== "failure") {
      return true
    }
    if (Date.now() < known.created_at.getTime() + (PAUSES_MS[attempt] ?? 0)) {
      return false
    }
  }
  return true
}
