import { Copy } from "@medusajs/ui"
import { QRCodeSVG } from "qrcode.react"
import { useTranslation } from "react-i18next"
import type { PayLinkAddresses } from "../lib/pay-links"
import { Muted } from "./section"

/** A new URL of a pay link, to copy, and a QR code for a customer's phone. Neither is shown again. */
export function PayLinkAddress({ copy, qr }: PayLinkAddresses) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-center gap-y-4" data-testid="pay-link-address">
      <div className="rounded-lg bg-white p-3">
        <QRCodeSVG value={qr} size={208} marginSize={1} title={t("webcheckout.payLinks.qr")} />
      </div>
      <div className="border-ui-border-base flex w-full min-w-0 items-center gap-x-2 rounded-md border px-3 py-2">
        <span className="txt-small min-w-0 flex-1 break-all font-mono" dir="ltr">
          {copy}
        </span>
        <Copy content={copy} className="text-ui-fg-subtle shrink-0" aria-label={t("webcheckout.payLinks.copy")} />
      </div>
      <Muted>{t("webcheckout.payLinks.addressHint")}</Muted>
    </div>
  )
}
