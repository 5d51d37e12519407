import type { MedusaContainer } from "@medusajs/framework/types"
import { findNotice, sendOnce, type Notice } from "../medusa/notifications"

/** When a mail that could not be sent is tried again, after the try before it. */
const PAUSES_MS = [5, 60].map((minutes) => minutes * 60_000)

/** A mail that is still on its way after this is taken for sent: nobody knows, and it must not come twice. */
const LONGEST_ON_ITS_WAY_MS = 15 * 60_000

/** A mail to one address; each try has a key of its own, since Medusa sends a key that has failed again by itself. */
export type Mail = Omit<Notice, "channel" | "idempotency_key"> & { key: string }

/**
 * Sends a mail, at most three times if it cannot be sent, and never again once it may have gone out. One that the provider
 * has not taken yet may still fail: it is looked at again.
 *
 * @returns whether there is nothing left to try
 */
export async function sendMail(container: MedusaContainer, { key, ...mail }: Mail): Promise<boolean> {
  for (let attempt = 0; attempt <= PAUSES_MS.length; attempt += 1) {
    const idempotency_key = `${key}:${attempt + 1}`
    const known = await findNotice(container, idempotency_key)
    if (!known) {
      const status = await sendOnce(container, { ...mail, channel: "email", idempotency_key })
      return status === "success" || (status === "failure" && attempt === PAUSES_MS.length)
    }
    if (known.status === "pending") {
      return Date.now() > known.created_at.getTime() + LONGEST_ON_ITS_WAY_MS
    }
    if (known.status === "success") {
      return true
    }
    if (Date.now() < known.created_at.getTime() + (PAUSES_MS[attempt] ?? 0)) {
      return false
    }
  }
  return true
}
