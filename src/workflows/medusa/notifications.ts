import type { CreateNotificationDTO, Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { safeWords } from "../../modules/web-checkout/errors"
import { readRows } from "./read-rows"

const made = z.looseObject({ status: z.enum(["success", "pending", "failure"]) })

/** What became of a notification: a pending one was cut off, and nobody knows whether it arrived. */
export type NoticeState = z.output<typeof made>["status"]

/** A notification that is never sent twice. */
export type Notice = Omit<CreateNotificationDTO, "idempotency_key"> & { idempotency_key: string }

/**
 * Sends a notification unless one with its key was ever made: Medusa would send one that has failed again and again under
 * the same key, and mail each time.
 *
 * @throws when nothing was made, because the database is away
 */
export async function sendOnce(container: MedusaContainer, notice: Notice): Promise<NoticeState> {
  const known = await findNotice(container, notice.idempotency_key)
  if (known) {
    return known
  }
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications(notice)
    return "success"
  } catch (error) {
    const made = await findNotice(container, notice.idempotency_key)
    if (!made) {
      throw error
    }
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(
      `medusa-payment-webcheckout: a notification by ${notice.channel} about ${notice.resource_id ?? "the open cases"} could not be sent: ${safeWords(error)}`
    )
    return "failure"
  }
}

/** What became of the notification with a key; undefined where none was ever made. */
export async function findNotice(
  container: MedusaContainer,
  idempotency_key: string
): Promise<NoticeState | undefined> {
  const [notice] = await readRows(container, made, {
    entity: "notification",
    fields: ["id", "status"],
    filters: { idempotency_key },
  })
  return notice?.status
}
