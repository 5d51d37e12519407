import { Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/** Replaces content that could not be loaded; with a button to try again. */
export function LoadFailed({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-y-3 px-6 py-4">
      <Text size="small" className="text-ui-fg-error" role="alert">
        {words}
      </Text>
      <Button size="small" variant="secondary" onClick={onRetry}>
        {t("webcheckout.actions.tryAgain")}
      </Button>
    </div>
  )
}
