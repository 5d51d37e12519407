import { toast } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { REASONS } from "../../modules/web-checkout/rules/case-reasons"
import { isMoneyHeld } from "../../modules/web-checkout/rules/money-state"
import { newIdempotencyKey, useConfirmation } from "../lib/actions"
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
import { Failure, Muted, AttentionAlert, SmallButton } from "./section"

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
  const about = (
    <>
      <span dir="ltr">{checkout.gateway_order_id}</span>
      {order && <span>{t("webcheckout.payments.case.order", { number: order.display_id })}</span>}
      {attempts.length > 1 && (
        <span>
          {t("webcheckout.payments.attempts.other", { number: attempts.findIndex(({ id }) => id === checkout.id) + 1 })}
        </span>
      )}
    </>
  )
  return (
    <AttentionAlert
      title={t(`webcheckout.cases.${one.attention}.title`)}
      about={about}
      text={t(`webcheckout.cases.${one.attention}.advice`)}
      data-testid="case"
    >
      <CheckoutActions checkout={checkout} one={one} isFirst={isFirst} />
    </AttentionAlert>
  )
}

interface CheckoutActionsProps {
  checkout: AdminCheckoutDetails
  /** The case that the actions are about, if there is one. */
  one?: AdminCase
  /** Whether to show the actions that belong to no particular case. */
  isFirst?: boolean
}

/** The actions on a payment. */
export function CheckoutActions({ checkout, one, isFirst = true }: CheckoutActionsProps) {
  const { t } = useTranslation()
  const { act, send, isPending, running, failure } = useAct(checkout)
  const { can, cases } = checkout
  const isOutside = cases.some(({ closed_at, attention }) => closed_at === null && attention === "refunded_outside")
  const isRecordedHere = isOutside ? one?.attention === "refunded_outside" : isFirst
  // The open form, with the case that was shown when it was opened: the case may change meanwhile.
  const [asked, setAsked] = useState<{ what: "resolve" | "record-refund"; case?: string; key?: string }>()
  const button = (action: CheckoutRoute, onClick: () => void = () => void act({ action })) => (
    <SmallButton
      variant={action === "refund" ? "danger" : "secondary"}
      disabled={isPending}
      isLoading={running === action}
      onClick={onClick}
    >
      {t(`webcheckout.payments.actions.${action}`)}
    </SmallButton>
  )
  const refund = one && one.refund !== null && one.refund.kind !== "none" ? one.refund : undefined
  const askAmount = () => setAsked({ what: "record-refund", key: newIdempotencyKey() })
  const isAmountKnown = (one?.unrecorded_refund ?? null) !== null
  const drawer = (what: "resolve" | "record-refund") => ({
    title: t(`webcheckout.payments.actions.${what}`),
    isOpen: asked?.what === what,
    onClose: () => setAsked(undefined),
  })
  return (
    <div className="flex flex-col items-start gap-y-2">
      <div className="flex flex-wrap items-center gap-2">
        {can.place_order && isFirst && button("place-order")}
        {one &&
          refund &&
          button("refund", () => void act({ action: "refund", attention: one.attention, amount: refund.amount }))}
        {can.record_refund && isRecordedHere && button("record-refund", isAmountKnown ? undefined : askAmount)}
        {can.sync && isFirst && button("sync")}
        {one && can.resolve && button("resolve", () => setAsked({ what: "resolve", case: one.case ?? undefined }))}
      </div>
      {one && <RefundHint one={one} checkout={checkout} />}
      {failure !== undefined && <Failure>{failure}</Failure>}
      <OneFieldDrawer
        {...drawer("resolve")}
        hint={t("webcheckout.payments.prompts.resolveHint")}
        label={t("webcheckout.payments.note")}
        onSave={(note) => send({ action: "resolve", note, case: asked?.case })}
      />
      <OneFieldDrawer
        {...drawer("record-refund")}
        hint={t("webcheckout.payments.prompts.amountHint")}
        label={t("webcheckout.payments.fields.amount")}
        input={{ type: "number", min: 0, step: "any", dir: "ltr" }}
        onSave={(amount) => send({ action: "record-refund", amount: Number(amount), idempotency_key: asked?.key })}
      />
    </div>
  )
}

/** Explains why a case cannot be refunded here, and where it can. */
function RefundHint({ one: { refund, attention }, checkout }: { one: AdminCase; checkout: AdminCheckoutDetails }) {
  const { t } = useTranslation()
  const isAsked = REASONS[attention].isAboutRefund && isMoneyHeld(checkout.gateway_status)
  if (!isAsked || (refund !== null && refund.kind !== "none")) {
    return null
  }
  return <Muted>{t(`webcheckout.payments.noRefund.${refund === null ? "documented" : refund.why}`)}</Muted>
}

function useAct({ id, currency_code }: AdminCheckoutDetails) {
  const confirm = useConfirmation()
  const { t, money } = useFormats()
  const { mutateAsync, isPending, variables } = useCheckoutAction(id)
  const [failure, setFailure] = useState<string>()

  /** Rejects if the server refuses. */
  const send = async (body: CheckoutActionBody) => {
    setFailure(undefined)
    await mutateAsync(body)
    toast.success(t(`webcheckout.payments.toasts.${body.action}`))
  }

  /** Asks for confirmation; a failure is shown on the page. */
  const act = async (body: CheckoutActionBody) => {
    const { action, amount } = body
    const isSure =
      action === "sync" ||
      (await confirm({
        title: t(`webcheckout.payments.prompts.${action}`),
        description: t(`webcheckout.payments.prompts.${action}Hint`, {
          amount: amount === undefined ? "" : money(amount, currency_code),
        }),
        confirmText: t(`webcheckout.payments.actions.${action}`),
        variant: action === "refund" ? "danger" : "confirmation",
      }))
    if (isSure) {
      await send(body).catch((error: unknown) => setFailure(wordsOf(error)))
    }
  }
  return { act, send, isPending, running: isPending ? variables?.action : undefined, failure }
}
