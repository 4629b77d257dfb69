import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { WebhookDelivery } from '#contracts/webhooks.ts'
import { formatMoment, formatSeconds, formatTime } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CopyText } from '../../page-parts/copy-text.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { webhookMessages } from './messages.ts'
import { useDelivery, useResend } from './use-webhooks.ts'

const tones = { pending: 'neutral', delivered: 'positive', failed: 'danger' } as const

type DeliveryRowProps = { delivery: WebhookDelivery; canResend: boolean }

/** What was sent, when and with what result; request and response are a click away. */
export function DeliveryRow({ delivery, canResend }: DeliveryRowProps) {
  const words = useMessages(webhookMessages)
  const language = useLanguage()
  const resend = useResend(delivery)
  const { type, state, attempts, sending_since, next_attempt_at, duration_ms, response_status, created_at } = delivery
  const again = () =>
    resend.mutate(undefined, {
      onSuccess: () => showToast(words.resent),
      onError: (error) => showToast(sentenceOf(error, words.actionFailed)),
    })
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-52">
          <p className="flex flex-wrap items-center gap-2 font-mono text-xs">
            {type}
            <Badge tone={tones[state]}>{sending_since ? words.sending : words.delivery[state]}</Badge>
            {response_status !== null && <span className="text-muted">{response_status}</span>}
          </p>
          <p className="mt-1 text-xs text-muted">
            <time dateTime={created_at}>{formatMoment(created_at, language)}</time>
            {attempts > 0 && ` · ${words.attempts(attempts)}`}
            {response_status !== null &&
              duration_ms !== null &&
              ` · ${words.took(formatSeconds(duration_ms, language))}`}
            {next_attempt_at && !sending_since && ` · ${words.nextAttempt(formatTime(next_attempt_at, language))}`}
          </p>
        </div>
        <Button
          size="small"
          aria-label={words.resendLabel(type)}
          disabled={!canResend}
          busy={resend.isPending}
          onClick={again}
        >
          {words.resend}
        </Button>
      </div>
      <Details delivery={delivery} />
    </li>
  )
}

function Details({ delivery }: { delivery: WebhookDelivery }) {
  const words = useMessages(webhookMessages)
  const [isOpen, setIsOpen] = useState(false)
  const { last_error, response_body } = delivery
  return (
    <details className="group mt-1.5" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex w-fit cursor-pointer items-center gap-1 rounded text-xs text-muted hover:text-ink">
        <ChevronRight aria-hidden className="size-3 group-open:rotate-90" />
        {words.details}
      </summary>
      <dl className="mt-2 space-y-3 text-xs">
        {last_error && <Part name={words.lastError}>{last_error}</Part>}
        {response_body !== null && (
          <Part name={words.answer}>
            {response_body ? <Code>{response_body}</Code> : <span className="text-muted">{words.noAnswer}</span>}
          </Part>
        )}
        <Part name={words.payload}>
          <Payload delivery={delivery} isWanted={isOpen} />
        </Part>
      </dl>
    </details>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-1 break-words">{children}</dd>
    </div>
  )
}

const Code = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <pre tabIndex={0} className="max-h-64 overflow-auto rounded-lg bg-canvas p-3 font-mono break-all whitespace-pre-wrap">
    {children}
  </pre>
)

function Payload({ delivery, isWanted }: { delivery: WebhookDelivery; isWanted: boolean }) {
  const words = useMessages(webhookMessages)
  const parts = useMessages(partMessages)
  const { data, isError } = useDelivery(delivery, isWanted)
  if (isError) return <span className="text-danger">{words.payloadFailed}</span>
  if (!data) return <span className="text-muted">{parts.loading}</span>
  return (
    <div className="space-y-2">
      <Code>{JSON.stringify(JSON.parse(data.payload), null, 2)}</Code>
      <CopyText label={words.copyPayload} text={data.payload} />
    </div>
  )
}
