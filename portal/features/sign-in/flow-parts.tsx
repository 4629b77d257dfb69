import type { ReactNode } from 'react'
import { ApiError } from '#contracts/client.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Journey } from './choose-flow.ts'
import { signInMessages } from './messages.ts'

export type FlowProps = {
  journey: Journey
  /** False while nothing may start by itself. */
  mayStart: boolean
}

export function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby="who">
      <h2 id="who" className="text-sm font-semibold">
        {title}
      </h2>
      <p className="mb-3 text-xs text-muted">{text}</p>
      {children}
    </section>
  )
}

export function Or() {
  const words = useMessages(signInMessages)
  return (
    <div className="my-5 flex items-center gap-3 text-xs text-faint before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {words.or}
    </div>
  )
}

export function WaitingForWays() {
  const words = useMessages(signInMessages)
  return (
    <div className="space-y-2">
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  )
}

export function Leaving({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-2.5 text-sm text-muted">
      <Spinner />
      {text}
    </p>
  )
}

type FailedProps = { error: Error; text?: string; busy: boolean; onRetry: () => void }

/** What went wrong on the way to the server, unless it was the server that said no. */
export function Failed({ error, text, busy, onRetry }: FailedProps) {
  const words = useMessages(signInMessages)
  const kind = error instanceof ApiError ? error.kind : 'refused'
  return (
    <div role="alert" className="text-sm text-muted">
      <p>{kind === 'refused' ? (text ?? words.failed.refused) : words.failed[kind]}</p>
      <Button busy={busy} onClick={onRetry} className="mt-4">
        {words.retry}
      </Button>
    </div>
  )
}

/** Why someone may not come in, with what they can do instead. */
export function Refused({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="text-sm">
      <h1 className="mb-4 text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      <p role="alert" className="mb-4 rounded-lg bg-danger-soft px-3.5 py-2.5 text-danger">
        {text}
      </p>
      {children}
    </div>
  )
}
