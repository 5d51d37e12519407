import type { ProviderSendNotificationDTO, ProviderSendNotificationResultsDTO } from "@medusajs/framework/types"
import { AbstractNotificationProviderService, ModuleProvider, Modules } from "@medusajs/framework/utils"
import { createTransport, type Transporter } from "nodemailer"

/** An e-mail provider as a merchant writes one: it sends what a notification carries through SMTP, a template's data beside it. */
class SmtpNotificationService extends AbstractNotificationProviderService {
  static override identifier = "smtp"
  private readonly transport: Transporter

  constructor(_cradle: unknown, { url }: { url: string }) {
    super()
    this.transport = createTransport(url)
  }

  override async send({
    to,
    content,
    template,
    data,
  }: ProviderSendNotificationDTO): Promise<ProviderSendNotificationResultsDTO> {
    const { messageId } = await this.transport.sendMail({
      from: "shop@shop.example",
      to,
      subject: content?.subject ?? template,
      text: content?.text,
      html: content?.html,
      attachments: [{ filename: `${template}.json`, content: JSON.stringify(data) }],
    })
    return { id: messageId }
  }
}

export default ModuleProvider(Modules.NOTIFICATION, { services: [SmtpNotificationService] })
