import { Alert, Button, clx, Container, Copy, Heading, Skeleton, Text } from "@medusajs/ui"
import type { ComponentProps, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"

interface SectionProps extends Omit<ComponentProps<typeof Container>, "title"> {
  title: ReactNode
  /** Heading level: `h1` for the first section of a page. */
  level?: "h1" | "h2" | "h3"
  /** Beside the title. */
  badge?: ReactNode
  /** A small text below the title. */
  hint?: ReactNode
  /** At the end of the title's line. */
  actions?: ReactNode
}

/** A card: its title, and its content, divided by lines. Other properties are given to its container. */
export function Section({ title, level = "h2", badge, hint, actions, children, ...card }: SectionProps) {
  return (
    <Container className="divide-y p-0" {...card}>
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

/** A small text as a row of a section. */
export function Note(text: ComponentProps<typeof Text>) {
  return <Muted {...text} className={ROW_PADDING} />
}

/** A link inside a text. */
export function TextLink(link: ComponentProps<typeof Link>) {
  return <Link {...link} className={clx("text-ui-fg-base underline", link.className)} />
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

type NotLoadedProps = { isError: boolean } & (
  { of: "setup" | "statement"; onRetry: () => void } | { of: "payments" | "subscriptions"; list: string }
)

/**
 * Replaces a page while it loads, or if it could not be loaded: then with a button to try again, or, on the page of one row, with a link to
 * its list. `of` is the part of the texts.
 */
export function NotLoaded({ isError, ...page }: NotLoadedProps) {
  const { t } = useTranslation()
  if (!isError) {
    return <Skeleton className="h-48 w-full rounded-lg" />
  }
  return (
    <Section level="h1" title={t(`webcheckout.${page.of}.title`)}>
      {"onRetry" in page ? (
        <LoadFailed words={t(`webcheckout.${page.of}.failed`)} onRetry={page.onRetry} />
      ) : (
        <div className="flex flex-col items-start gap-y-3 px-6 py-4">
          <Failure>{t(`webcheckout.${page.of}.detail.failed`)}</Failure>
          <SmallButton asChild>
            <Link to={page.list}>{t(`webcheckout.${page.of}.detail.back`)}</Link>
          </SmallButton>
        </div>
      )}
    </Section>
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

interface AttentionAlertProps extends Omit<ComponentProps<typeof Alert>, "about"> {
  title: string
  /** Which payment it is about. */
  about?: ReactNode
  text: string
}

/** Something that a person must decide, and what the person can do. A warning, unless it says otherwise. */
export function AttentionAlert({ title, about, text, children, ...alert }: AttentionAlertProps) {
  return (
    <Alert variant="warning" className="items-start" {...alert}>
      <div className="flex flex-col items-start gap-y-3">
        <div>
          <Strong leading="normal">{title}</Strong>
          {about && <Muted className="flex flex-wrap gap-x-3">{about}</Muted>}
          <Text size="small">{text}</Text>
        </div>
        {children}
      </div>
    </Alert>
  )
}
