import { REASONS } from "../../modules/web-checkout/rules/case-reasons"
import { Alert, Button, Input, Text, Textarea, toast, usePrompt } from "@medusajs/ui"
import { useState, type ReactElement } from "react"
import { useTranslation } from "react-i18next"
import { isMoneyHeld } from "../../modules/web-checkout/rules/money-state"
import {
  useCheckoutAction,
  type AdminCase,
  type AdminCheckoutDetails,
  type CheckoutActionBody,
  type CheckoutRoute,
} from "../lib/checkouts"
import { useFormats } from "../lib/formats"
import { wordsOf } from "../lib/refused-request"
import { OneFieldDrawer } from "./one-field-drawer"

/** The open cases of a payment that needs attention, with advice and actions. */
export function CaseCards({ checkout }: { checkout: AdminCheckoutDetails }) {
  return checkout.cases
    .filter(({ closed_at }) => closed_at === null)
    .map((one, index) => <CaseCard key={one.id} checkout={checkout} one={one} isFirst={index === 0} />)
}

/** One case: reason, advice and buttons. Each button explains its effect before money is moved. */
function CaseCard({ checkout, one, isFirst }: { checkout: AdminCheckoutDetails; one: AdminCase; isFirst: boolean }) {
  const { t } = useTranslation()
  const { order, attempts } = checkout
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
  return (
    <Alert variant="warning" className="items-start" data-testid="case">
      <div className="flex flex-col items-start gap-y-3">
        <div>
          <Text size="small" weight="plus">
            {t(`webcheckout.cases.${one.attention}.title`)}
          </Text>
          <Text size="small" className="text-ui-fg-subtle flex flex-wrap gap-x-3">
            {about}
          </Text>
          <Text size="small">{t(`webcheckout.cases.${one.attention}.advice`)}</Text>
        </div>
        <CheckoutActions checkout={checkout} one={one} isFirst={isFirst} />
      </div>
    </Alert>
  )
}

/**
 * The actions on a payment.
 *
 * @param one the case that the actions are about, if there is one
 * @param isFirst whether to show the actions that belong to no particular case
 */
export function CheckoutActions({
  checkout,
  one,
  isFirst = true,
}: {
  checkout: AdminCheckoutDetails
  one?: AdminCase
  isFirst?: boolean
}) {
  const { t } = useTranslation()
  const { act, isPending, running, failure } = useAct(checkout)
  const { can, cases } = checkout
  const isOutside = cases.some(({ closed_at, attention }) => closed_at === null && attention === "refunded_outside")
  const isRecordedHere = isOutside ? one?.attention === "refunded_outside" : isFirst
  // Sends the case that was shown when the form was opened: it may change in the meantime.
  const [asked, setAsked] = useState<Asked>()
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
        {can.place_order && isFirst && button("place-order", () => void act({ action: "place-order" }))}
        {one && <RefundButton one={one} button={button} act={act} />}
        {can.record_refund &&
          isRecordedHere &&
          button("record-refund", () =>
            (one?.unrecorded_refund ?? null) === null
              ? setAsked({ what: "amount", key: newKey() })
              : void act({ action: "record-refund" })
          )}
        {can.sync && isFirst && button("sync", () => void act({ action: "sync" }))}
        {one && can.resolve && button("resolve", () => setAsked({ what: "resolve", case: one.case ?? undefined }))}
      </div>
      {one && <RefundHint one={one} status={checkout.gateway_status} />}
      {failure !== undefined && (
        <Text size="small" className="text-ui-fg-error" role="alert">
          {failure}
        </Text>
      )}
      <Forms asked={asked} isPending={isPending} act={act} onClose={() => setAsked(undefined)} />
    </div>
  )
}

type Act = ReturnType<typeof useAct>["act"]

/** The field of a form: a note or an amount. */
interface Asked {
  what: "resolve" | "amount"
  case?: string
  key?: string
}

function Forms({
  asked,
  isPending,
  act,
  onClose,
}: {
  asked: Asked | undefined
  isPending: boolean
  act: Act
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <OneFieldDrawer
        title={t("webcheckout.payments.actions.resolve")}
        hint={t("webcheckout.payments.prompts.resolveHint")}
        label={t("webcheckout.payments.note")}
        render={(field, aria) => <Textarea {...field} {...aria} maxLength={2000} />}
        isOpen={asked?.what === "resolve"}
        isPending={isPending}
        onSave={async (note) => act({ action: "resolve", note, case: asked?.case }, { isSure: true })}
        onClose={onClose}
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
        onClose={onClose}
      />
    </>
  )
}

/** The refund button, or the reason why the payment cannot be refunded here. */
function RefundButton({
  one: { refund, attention },
  button,
  act,
}: {
  one: AdminCase
  button: (action: CheckoutRoute, onClick: () => void) => ReactElement
  act: Act
}) {
  if (refund === null || refund.kind === "none") {
    return null
  }
  return button("refund", () => void act({ action: "refund", attention, amount: refund.amount }))
}

/** Explains why a case cannot be refunded here, and where it can. */
function RefundHint({
  one: { refund, attention },
  status,
}: {
  one: AdminCase
  status: AdminCheckoutDetails["gateway_status"]
}) {
  const { t } = useTranslation()
  const isAsked = REASONS[attention].isAboutRefund && isMoneyHeld(status)
  if (!isAsked || (refund !== null && refund.kind !== "none")) {
    return null
  }
  return (
    <Text size="small" className="text-ui-fg-subtle">
      {t(`webcheckout.payments.noRefund.${refund === null ? "documented" : refund.why}`)}
    </Text>
  )
}

/** Asks for confirmation, reports the result, and shows a failure on the page. */
function useAct({ id, currency_code }: AdminCheckoutDetails) {
  const prompt = usePrompt()
  const { t, money } = useFormats()
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

/** A new key each time; `crypto.randomUUID` does not exist on plain http. */
function newKey(): string {
  return window.crypto.getRandomValues(new Uint32Array(4)).join("-")
}
