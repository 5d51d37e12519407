import type { MedusaContainer } from "@medusajs/framework/types"
import type { Mail, MailOutcome } from "../../modules/web-checkout/rules/mail"
import type { Notice } from "../medusa/notifications"

/** What is sent: a notification of Medusa's, without what the outbox adds. */
export type Letter = Omit<Notice, "channel" | "idempotency_key">

/** How a kind of mail is written, and what follows from what became of it. */
export interface MailSender {
  /** Whether what it says is taken out of what Medusa stores, once it was sent. */
  isScrubbed: boolean
  /** Writes it, right before each try. @returns the letter; when it is looked at again; or why it is not sent at all */
  write(container: MedusaContainer, mail: Mail): Promise<Letter | Date | "failed" | "dropped">
  /** Called before a mail is closed. Must be idempotent: it is called again when the process dies in between. */
  beforeClosing(container: MedusaContainer, mail: Mail, outcome: MailOutcome): Promise<void>
}
