import type { InboxConversation } from '#contracts/inbox.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { markMessages } from './messages.ts'
import { usePuttingAway } from './use-marks.ts'

/** The mark of the shown conversation, and for whom it counts; nothing without a mark. */
export function MarkBar({ conversation }: { conversation: InboxConversation }) {
  const words = useMessages(markMessages)
  const language = useLanguage()
  const { status, until, reopen } = usePuttingAway(conversation)
  if (!status) return null
  const moment = until === undefined ? '' : formatMoment(new Date(until).toISOString(), language)
  return (
    <section
      aria-label={words.own}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5 text-xs text-muted"
    >
      <p className="min-w-0 grow basis-48">
        <span className="font-medium text-ink">
          {status === 'snoozed' ? words.state.snoozed(moment) : words.state[status]}
        </span>{' '}
        {words.own}.
      </p>
      <Button size="small" onClick={reopen} aria-keyshortcuts="E">
        {words.reopen}
      </Button>
    </section>
  )
}
