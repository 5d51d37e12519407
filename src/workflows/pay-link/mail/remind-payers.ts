import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { safeWords } from "../../../modules/web-checkout/errors"
import { PLUGIN_ACTOR } from "../../../modules/web-checkout/rules/ledger"
import { isPayable, type PayLink } from "../../../modules/web-checkout/rules/pay-link"
import { remindersAt } from "../../../modules/web-checkout/rules/pay-mail"
import { askAboutOrder } from "../ask-about-order"
import { endWithOrder } from "../end-with-order"
import { readPayLink } from "../read-pay-link"
import { sendPayMail } from "./send-pay-mail"

const REMIND_TURN = { waitMs: 0, ttlMs: 15_000 }
const MOST_AT_ONCE = 50

/** When it is tried again where the payment service gave no answer, or money is on its way. */
const AGAIN_AFTER_MS = 15 * 60_000

/** Sends the mails that wait, and reminds of the links that are not paid. One at a time in all processes; never throws. */
export async function sendPayMails(container: MedusaContainer): Promise<void> {
  const { payMails, payLinks, leases } = container.resolve(WEB_CHECKOUT)
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const warn = (what: string) => (error: unknown) =>
    logger.warn(`medusa-payment-webcheckout: ${what} could not be sent: ${safeWords(error)}`)
  const sendAll = async () => {
    for (const { id } of await payMails.listDue(MOST_AT_ONCE)) {
      await sendPayMail(container, id).catch(async (error: unknown) => {
        warn(`mail ${id} of a pay link`)(error)
        await payMails.postpone({ id }, new Date(Date.now() + AGAIN_AFTER_MS))
      })
    }
    for (const link of await payLinks.listToRemind(MOST_AT_ONCE)) {
      await remind(container, link).catch(warn(`a reminder of pay link ${link.id}`))
    }
  }
  await leases.hold("webcheckout:pay-mails", REMIND_TURN, sendAll).catch(warn("the mails of pay links"))
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
    const mail = await payMails.queue(link, "reminder", PLUGIN_ACTOR)
    await sendPayMail(container, mail.id)
  }
}
