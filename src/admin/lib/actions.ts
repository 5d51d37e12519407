import { toast, usePrompt } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { wordsOf } from "./refused-request"

/** A mutation after which the queries with this key are loaded again, even if it failed: another person may have acted first. */
export function useReloadingMutation<Answer, Body = void>(
  mutationFn: (body: Body) => Promise<Answer>,
  queryKey: string[] = ["webcheckout"]
) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey }) })
}

type Question = Parameters<ReturnType<typeof usePrompt>>[0]

/** Asks for confirmation; resolves to whether the user confirmed. */
export function useConfirmation() {
  const { t } = useTranslation()
  const prompt = usePrompt()
  return (question: Question) =>
    prompt({ cancelText: t("webcheckout.actions.cancel"), variant: "confirmation", ...question })
}

/** Calls `onDone` with the answer of an action, or shows its failure as a toast. */
export async function reportOutcome<Answer>(acting: Promise<Answer>, onDone?: (answer: Answer) => void): Promise<void> {
  await acting.then(onDone, (error: unknown) => void toast.error(wordsOf(error)))
}

/**
 * A new idempotency key. The server acts once for all requests with the same key, so a double click, or a retry after a lost answer, is safe.
 * Not `crypto.randomUUID`: browsers offer it only over HTTPS.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
