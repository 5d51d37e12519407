import { Alert, Button, clx, Container, Copy, Heading, Skeleton, Text } from "@medusajs/ui"
import type { ComponentProps, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"

interface SectionProps {
  title: ReactNode
  /** Heading level: `h1` for the first section of a page. */
  level?: "h1" | "h2" | "h3"
  /** Beside the title. */
  badge?: ReactNode
  /** A small text below the title. */
  hint?: ReactNode
  /** At the end of the title's line. */
  actions?: ReactNode
  children?: ReactNode
  testId?: string
}

/** A card: its title, and its content, divided by lines. */
export function Section({ title, level = "h2", badge, hint, actions, children, testId }: SectionProps) {
  return (
    <Container className="divide-y p-0" data-testid={testId}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
        <div className="min-w-0">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <Heading level={level} className="min-w-0 break-words">
              {title}
            </Heading>
            {badge}
          </div>
          {hint && <Muted>{hint}</Muted>}
        </div>
        {actions}
      </div>
      {children}
    </Container>
  )
}

/** A row with a label and a value; shows a dash if the value is empty. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-2 items-start gap-x-4 px-6 py-4">
      <Text as="div" size="small" leading="compact" weight="plus">
        {label}
      </Text>
      <Text as="div" size="small" leading="compact" className="min-w-0 break-words">
        {children || "–"}
      </Text>
    </div>
  )
}

/** A row with an identifier, which is left to right in every language and can be copied with a click. */
export function IdentifierFact({ label, value }: { label: string; value: string | null }) {
  return <Fact label={label}>{value && <Identifier value={value} />}</Fact>
}

export function Identifier({ value }: { value: string }) {
  return (
    <span className="flex min-w-0 items-center gap-x-1">
      <span className="truncate font-mono" dir="ltr">
        {value}
      </span>
      <Copy content={value} className="text-ui-fg-subtle shrink-0" />
    </span>
  )
}

/** Padding of a row in a section. */
export const ROW_PADDING = "px-6 py-4"

/** A small text that matters less than its neighbors. */
export function Muted({ className, ...text }: ComponentProps<typeof Text>) {
  return <Text size="small" {...text} className={clx("text-ui-fg-subtle", className)} />
}

/** A small text that stands out from its neighbors. */
export function Strong(text: ComponentProps<typeof Text>) {
  return <Text size="small" leading="compact" weight="plus" {...text} />
}

/** An error message. Screen readers announce it. */
export function Failure({ className, ...text }: ComponentProps<typeof Text>) {
  return <Text size="small" role="alert" {...text} className={clx("text-ui-fg-error", className)} />
}

/** The button of a card, which is small and secondary unless it says otherwise. */
export function SmallButton(button: ComponentProps<typeof Button>) {
  return <Button size="small" variant="secondary" {...button} />
}

/** Replaces content that could not be loaded; with a button to try again. */
export function LoadFailed({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-y-3 px-6 py-4">
      <Failure>{words}</Failure>
      <SmallButton onClick={onRetry}>{t("webcheckout.actions.tryAgain")}</SmallButton>
    </div>
  )
}

/** Replaces a page while it loads, or if it could not be loaded: then with a button to try again. @param of the part of the texts */
export function NotLoaded({
  of,
  isError,
  onRetry,
}: {
  of: "setup" | "statement"
  isError: boolean
  onRetry: () => void
}) {
  const { t } = useTranslation()
  if (!isError) {
    return <Skeleton className="h-48 w-full rounded-lg" />
  }
  return (
    <Section level="h1" title={t(`webcheckout.${of}.title`)}>
      <LoadFailed words={t(`webcheckout.${of}.failed`)} onRetry={onRetry} />
    </Section>
  )
}

/** Replaces the page of a row while it loads, or if it could not be loaded: then with a link to its list. @param of the part of the texts */
export function DetailNotLoaded({
  of,
  list,
  isError,
}: {
  of: "payments" | "subscriptions"
  list: string
  isError: boolean
}) {
  const { t } = useTranslation()
  if (!isError) {
    return <Skeleton className="h-48 w-full rounded-lg" />
  }
  return (
    <Container className="flex flex-col items-start gap-y-3">
      <Heading>{t(`webcheckout.${of}.title`)}</Heading>
      <Failure>{t(`webcheckout.${of}.detail.failed`)}</Failure>
      <Button size="small" variant="secondary" asChild>
        <Link to={list}>{t(`webcheckout.${of}.detail.back`)}</Link>
      </Button>
    </Container>
  )
}

/** The page of one row: its main sections, and those at the side where the screen is wide. */
export function DetailPage({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]">
      <div className="flex w-full min-w-0 flex-col gap-y-3">{children}</div>
      <div className="flex w-full min-w-0 flex-col gap-y-3">{side}</div>
    </div>
  )
}

interface AttentionAlertProps {
  title: string
  /** Which payment it is about. */
  about?: ReactNode
  text: string
  /** What a person can do. */
  children: ReactNode
  variant?: "warning" | "error"
  testId: string
}

/** Something that a person must decide. */
export function AttentionAlert({ title, about, text, children, variant = "warning", testId }: AttentionAlertProps) {
  return (
    <Alert variant={variant} className="items-start" data-testid={testId}>
      <div className="flex flex-col items-start gap-y-3">
        <div>
          <Text size="small" weight="plus">
            {title}
          </Text>
          {about && <Muted className="flex flex-wrap gap-x-3">{about}</Muted>}
          <Text size="small">{text}</Text>
        </div>
        {children}
      </div>
    </Alert>
  )
}
