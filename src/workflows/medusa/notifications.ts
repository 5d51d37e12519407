import type { CreateNotificationDTO, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readRows } from "./read-rows"
import { logFailure } from "../log-failure"
import { waitUpTo } from "../time-limit"

/** In ms. A slower provider is not waited for: the notification stays pending, and is not sent again. */
export const LONGEST_SEND_MS = 20_000

const made = z.looseObject({
  id: z.string(),
  status: z.enum(["success", "pending", "failure"]),
  created_at: z.coerce.date(),
})

/** A stored notification. A pending one was interrupted or takes too long: its delivery is unknown. */
export type MadeNotice = z.output<typeof made>

/** A notification that is never sent twice. */
export type Notice = Omit<CreateNotificationDTO, "idempotency_key"> & { idempotency_key: string }

/**
 * Sends a notification unless one with its key was ever made: Medusa would send one that has failed again and again under
 * the same key, and mail each time.
 *
 * @param isScrubbed what it says is taken out of what Medusa stores, as soon as it is sent
 * @throws when nothing was made, because the database is away
 */
export async function sendOnce(
  container: MedusaContainer,
  notice: Notice,
  { isScrubbed = false } = {}
): Promise<MadeNotice["status"]> {
  const known = await findNotice(container, notice.idempotency_key)
  if (known) {
    return known.status
  }
  const scrub = () => (isScrubbed ? scrubNotice(container, notice.idempotency_key) : undefined)
  // Medusa writes the whole notification again when the provider has answered, also when nobody waits any more.
  // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for it
  const sending = container.resolve(Modules.NOTIFICATION).createNotifications(notice).finally(scrub)
  sending.catch((error: unknown) => {
    const about = notice.resource_id ?? "the open cases"
    logFailure(container, `a notification by ${notice.channel} about ${about} could not be sent`, error)
  })
  if (!(await waitUpTo(LONGEST_SEND_MS, Promise.allSettled([sending]), () => undefined))) {
    await scrub()
    return "pending"
  }
  // The stored status decides: an error may also mean that the provider accepted the mail and only recording that failed.
  const made = await findNotice(container, notice.idempotency_key)
  if (made) {
    return made.status
  }
  await sending
  return "success"
}

/** What the admin's bell says, once for each key. */
type BellNotice = Record<"key" | "title" | "description" | "resource_id" | "resource_type" | "trigger_type", string>

/** Writes to the admin's feed. @throws when nothing could be written down, because the database is away */
export async function ringBell(container: MedusaContainer, notice: BellNotice): Promise<void> {
  const { key, title, description, ...about } = notice
  await sendOnce(container, {
    to: "",
    channel: "feed",
    template: "admin-ui",
    data: { title, description },
    idempotency_key: key,
    ...about,
  })
}

/** What became of the notification with a key; undefined where none was ever made. */
export async function findNotice(container: MedusaContainer, idempotency_key: string): Promise<MadeNotice | undefined> {
  const [notice] = await readRows(container, made, { entity: "notification", filters: { idempotency_key } })
  return notice
}

/** Medusa's service has this generated method, but its type does not declare it. */
interface UpdatesNotifications {
  updateNotifications(notice: { id: string; data: null }): Promise<unknown>
}

/**
 * Takes out of a stored notification what its mail said: Medusa keeps it in clear, and shows it to every admin user. Nothing
 * happens where there is none. Never throws.
 */
export async function scrubNotice(container: MedusaContainer, idempotency_key: string): Promise<void> {
  try {
    const notice = await findNotice(container, idempotency_key)
    if (notice) {
      const service = container.resolve<UpdatesNotifications>(Modules.NOTIFICATION)
      // An empty object would be merged into what stands there.
      await service.updateNotifications({ id: notice.id, data: null })
    }
  } catch (error) {
    logFailure(container, "a sent notification could not be emptied", error)
  }
}
