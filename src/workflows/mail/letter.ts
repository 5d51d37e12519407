import type { MedusaContainer } from "@medusajs/framework/types"
import type { Mail, MailOutcome } from "../../modules/web-checkout/rules/mail"
import type { Notice } from "../medusa/notifications"

/** What one try sends: a notification of Medusa's, without what the outbox adds. */
export type Letter = Omit<Notice, "channel" | "idempotency_key">

/** What a mail has become right before it is sent: a letter; a date at which it is looked at again; or why it is not sent at all. */
export type Written = Letter | Date | "failed" | "dropped"

/** How a kind of mail is written, and what follows from what became of it. */
export interface MailSender {
  /** Whether what it says is taken out of what Medusa stores, once it was sent. */
  isScrubbed: boolean
  /** Called right before each try. @throws MedusaError NOT_FOUND when what it is about is gone: then it is dropped */
  write(container: MedusaContainer, mail: Mail): Promise<Written>
  /** Called before a mail is closed. Must be idempotent: it is called again when the process dies in between. */
  beforeClosing(container: MedusaContainer, mail: Mail, outcome: MailOutcome): Promise<void>
}
