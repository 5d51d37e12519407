import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { safeWords } from "../../../modules/web-checkout/errors"
import { inNextRound } from "../../../modules/web-checkout/rules/check-times"
import { PLUGIN_ACTOR } from "../../../modules/web-checkout/rules/ledger"
import { isPayable, type PayLink } from "../../../modules/web-checkout/rules/pay-link"
import { remindersAt } from "../../../modules/web-checkout/rules/pay-mail"
import { askAboutOrder } from "../ask-about-order"
import { endWithOrder } from "../end-with-order"
import { readPayLink } from "../read-pay-link"

const MOST_AT_ONCE = 50

/** When it is tried again where the payment service gave no answer, or money is on its way. */
const AGAIN_AFTER_MS = 15 * 60_000

/** Reminds of the links that are not paid and whose reminder is due. @returns when it is due again: in the job's next round */
export async function remindPayers(container: MedusaContainer): Promise<Date> {
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const link of await container.resolve(WEB_CHECKOUT).payLinks.listToRemind(MOST_AT_ONCE)) {
    await remind(container, link).catch((error: unknown) => {
      logger.warn(
        `medusa-payment-webcheckout: a reminder of pay link ${link.id} could not be sent: ${safeWords(error)}`
      )
    })
  }
  return inNextRound()
}

/**
 * The payment service is asked right before: who has paid is not reminded. Without its answer nothing is sent, and it is tried
 * again later.
 */
async function remind(container: MedusaContainer, { id }: PayLink): Promise<void> {
  const { payLinks, payMails, options } = container.resolve(WEB_CHECKOUT)
  // Whatever happens from here on, it comes up again, and keeps no other waiting meanwhile.
  const before = await payLinks.postponeReminder(id, new Date(Date.now() + AGAIN_AFTER_MS))
  await askAboutOrder(container, before.order_id, { isAnswerNeeded: true })
  const { link, view } = await readPayLink(container, await payLinks.retrieve(id))
  const mails = await payMails.listOf([id])
  const first = mails.findLast(({ kind, outcome }) => kind === "sent" && (outcome === "sent" || outcome === "unknown"))
  if (view.state === "being_paid") {
    return
  }
  if (view.state === "canceled") {
    await endWithOrder(container, link.order_id)
    return
  }
  if (!first || !isPayable(view.state)) {
    await payLinks.recordReminders(link, { done: link.reminders, next_at: null })
    return
  }
  const reminders = remindersAt(new Date(first.created_at), options.payLinks.remindAfterDays, link.reminders)
  // Written down before it is sent: one that a crash swallows is not sent, and none is sent twice.
  const isMine = await payLinks.recordReminders(link, reminders)
  if (isMine && reminders.done > link.reminders) {
    await payMails.queue(link, "reminder", PLUGIN_ACTOR)
  }
}
