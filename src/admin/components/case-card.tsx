import { Alert, Button, Input, Text, Textarea, toast, usePrompt } from "@medusajs/ui"
import { useState, type ReactElement } from "react"
import { useTranslation } from "react-i18next"
import { REASONS } from "../../modules/web-checkout/rules/cases"
import { isMoneyHeld } from "../../modules/web-checkout/rules/money-state"
import {
  useCheckoutAction,
  type AdminCheckoutDetails,
  type CheckoutActionBody,
  type CheckoutRoute,
} from "../lib/checkouts"
import { useFormats } from "../lib/formats"
import { wordsOf } from "../lib/words-of"
import { OneFieldDrawer } from "./one-field-drawer"

/** A payment that needs a person: why, what to do, and the buttons for it. Each says what it will do before money moves. */
export function CaseCard({ checkout }: { checkout: AdminCheckoutDetails }) {
  const { t } = useTranslation()
  const { attention, order, attempts } = checkout
  const about = [
    <span key="reference" dir="ltr">
      {checkout.gateway_order_id}
    </span>,
    order && <span key="order">{t("webcheckout.payments.case.order", { number: order.display_id })}</span>,
    attempts.length > 1 && (
      <span key="attempt">
        {t("webcheckout.payments.attempts.other", { number: attempts.findIndex(({ id }) => id === checkout.id) + 1 })}
      </span>
    ),
  ].filter(Boolean)
  return attention === null ? null : (
    <Alert variant="warning" className="items-start" data-testid="case">
      <div className="flex flex-col items-start gap-y-3">
        <div>
          <Text size="small" weight="plus">
            {t(`webcheckout.cases.${attention}.title`)}
          </Text>
          <Text size="small" className="text-ui-fg-subtle flex flex-wrap gap-x-3">
            {about}
          </Text>
          <Text size="small">{t(`webcheckout.cases.${attention}.advice`)}</Text>
        </div>
        <CheckoutActions checkout={checkout} />
      </div>
    </Alert>
  )
}

/** What a person can do about a payment now. */
export function CheckoutActions({ checkout }: { checkout: AdminCheckoutDetails }) {
  const { t } = useTranslation()
  const { act, isPending, running, failure } = useAct(checkout)
  const { can } = checkout
  // With the case that the person saw when the form was opened: it may become another meanwhile.
  const [asked, setAsked] = useState<{ what: "resolve" | "amount"; case?: string; key?: string }>()
  const button = (action: CheckoutRoute, onClick: () => void) => (
    <Button
      size="small"
      variant={action === "refund" ? "danger" : "secondary"}
      disabled={isPending}
      isLoading={running === action}
      onClick={onClick}
    >
      {t(`webcheckout.payments.actions.${action}`)}
    </Button>
  )
  return (
    <div className="flex flex-col items-start gap-y-2">
      <div className="flex flex-wrap items-center gap-2">
        {can.place_order && button("place-order", () => void act({ action: "place-order" }))}
        <RefundButton checkout={checkout} button={button} act={act} />
        {can.record_refund &&
          button("record-refund", () =>
            checkout.unrecorded_refund === null
              ? setAsked({ what: "amount", key: newKey() })
              : void act({ action: "record-refund" })
          )}
        {can.sync && button("sync", () => void act({ action: "sync" }))}
        {can.resolve && button("resolve", () => setAsked({ what: "resolve", case: checkout.case ?? undefined }))}
      </div>
      <RefundHint checkout={checkout} />
      {failure !== undefined && (
        <Text size="small" className="text-ui-fg-error" role="alert">
          {failure}
        </Text>
      )}
      <OneFieldDrawer
        title={t("webcheckout.payments.actions.resolve")}
        hint={t("webcheckout.payments.prompts.resolveHint")}
        label={t("webcheckout.payments.note")}
        render={(field, aria) => <Textarea {...field} {...aria} maxLength={2000} />}
        isOpen={asked?.what === "resolve"}
        isPending={isPending}
        onSave={async (note) => act({ action: "resolve", note, case: asked?.case }, { isSure: true })}
        onClose={() => setAsked(undefined)}
      />
      <OneFieldDrawer
        title={t("webcheckout.payments.actions.record-refund")}
        hint={t("webcheckout.payments.prompts.amountHint")}
        label={t("webcheckout.payments.fields.amount")}
        render={(field, aria) => <Input {...field} {...aria} type="number" min={0} step="any" dir="ltr" />}
        isOpen={asked?.what === "amount"}
        isPending={isPending}
        onSave={async (amount) =>
          act(
            {
              action: "record-refund",
              amount: Number(amount),
              idempotency_key: asked?.key,
            },
            { isSure: true }
          )
        }
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}

type Act = ReturnType<typeof useAct>["act"]

/** Shown where the money can go back from here; otherwise why it cannot. */
function RefundButton({
  checkout: { refund, attention },
  button,
  act,
}: {
  checkout: AdminCheckoutDetails
  button: (action: CheckoutRoute, onClick: () => void) => ReactElement
  act: Act
}) {
  if (refund === null || refund.kind === "none" || attention === null) {
    return null
  }
  return button("refund", () => void act({ action: "refund", attention, amount: refund.amount }))
}

/** Why the money of a case cannot go back from here, and where it can. */
function RefundHint({ checkout: { refund, attention, gateway_status } }: { checkout: AdminCheckoutDetails }) {
  const { t } = useTranslation()
  const isAsked = attention !== null && REASONS[attention].isAboutRefund && isMoneyHeld(gateway_status)
  if (!isAsked || (refund !== null && refund.kind !== "none")) {
    return null
  }
  return (
    <Text size="small" className="text-ui-fg-subtle">
      {t(`webcheckout.payments.noRefund.${refund === null ? "documented" : refund.why}`)}
    </Text>
  )
}

/** Asks before it acts, says how it ended, and keeps what went wrong on the page. */
function useAct({ id, currency_code }: AdminCheckoutDetails) {
  const { t } = useTranslation()
  const prompt = usePrompt()
  const { money } = useFormats()
  const { mutateAsync, isPending, variables } = useCheckoutAction(id)
  const [failure, setFailure] = useState<string>()
  const act = async (body: CheckoutActionBody, { isSure = body.action === "sync" } = {}) => {
    const { action } = body
    if (
      !isSure &&
      !(await prompt({
        title: t(`webcheckout.payments.prompts.${action}`),
        description: t(`webcheckout.payments.prompts.${action}Hint`, {
          amount: body.amount === undefined ? "" : money(body.amount, currency_code),
        }),
        confirmText: t(`webcheckout.payments.actions.${action}`),
        cancelText: t("webcheckout.actions.cancel"),
        variant: action === "refund" ? "danger" : "confirmation",
      }))
    ) {
      return
    }
    setFailure(undefined)
    try {
      await mutateAsync(body)
      toast.success(t(`webcheckout.payments.toasts.${action}`))
    } catch (error) {
      if (isSure && action !== "sync") {
        // The drawer shows it at its field.
        throw error
      }
      setFailure(wordsOf(error))
    }
  }
  return { act, isPending, running: isPending ? variables?.action : undefined, failure }
}

/** New each time; `crypto.randomUUID` is not there over plain http. */
function newKey(): string {
  return window.crypto.getRandomValues(new Uint32Array(4)).join("-")
}
