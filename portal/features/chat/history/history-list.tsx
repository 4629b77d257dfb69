import { useMemo } from 'react'
import { formatMonth } from '../../../lib/format.ts'
import { type Language, useLanguage, useMessages } from '../../../lib/i18n.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { Button } from '../../../ui/button.tsx'
import { InViewSentinel } from '../../../ui/in-view-sentinel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { byPeriod, type Period } from './cached-chats.ts'
import { HistoryRow } from './history-row.tsx'
import { historyMessages } from './messages.ts'
import { useAnswering } from './use-answering.ts'
import { useChatChanges } from './use-chat-changes.ts'
import { useHistory } from './use-history.ts'

export function HistoryList({ shown }: { shown: string | undefined }) {
  const words = useMessages(historyMessages)
  const language = useLanguage()
  const { query, more } = useHistory()
  const answering = useAnswering()
  const changes = useChatChanges()
  const rename = useStable(changes.rename)
  const remove = useStable(changes.remove)
  const entries = query.data?.entries
  const today = new Date().toDateString()
  const groups = useMemo(() => byPeriod(entries ?? [], new Date(today)), [entries, today])

  return (
    <nav aria-label={words.chats} className="min-h-0 grow overflow-y-auto px-2 pb-2">
      {!entries && !query.isError && <Waiting label={words.loading} />}
      {!entries && query.isError && (
        <div role="alert" className="px-2 py-2 text-xs text-muted">
          {words.failed}
          <Button size="small" busy={query.isFetching} onClick={() => query.refetch()} className="mt-2 flex">
            {words.retry}
          </Button>
        </div>
      )}
      {entries?.length === 0 && <p className="px-2 py-2 text-xs text-pretty text-faint">{words.none}</p>}
      {groups.map(({ key, period, entries }) => (
        <section key={key} aria-label={nameOf(period, words, language)}>
          <h2 className="px-2 pt-3 pb-1 text-2xs font-medium text-faint">{nameOf(period, words, language)}</h2>
          <ul className="space-y-px">
            {entries.map((entry) => (
              <HistoryRow
                key={entry.id}
                entry={entry}
                isShown={entry.id === shown}
                isAnswering={answering.has(entry.id)}
                onRename={rename}
                onDelete={remove}
              />
            ))}
          </ul>
        </section>
      ))}
      {query.data?.hasMore && (
        <div className="flex h-9 items-center px-2 text-xs text-faint">
          {!more.isPending && !more.isError && <InViewSentinel key={entries?.length} onReached={more.load} />}
          {more.isPending && <Spinner label={words.loading} className="mx-auto" />}
          {more.isError && (
            <Button size="small" look="quiet" onClick={more.load}>
              {words.moreFailed} {words.retry}
            </Button>
          )}
        </div>
      )}
    </nav>
  )
}

function nameOf(period: Period, words: (typeof historyMessages)['en'], language: Language): string {
  return period.kind === 'month' ? formatMonth(period.month, language) : words[period.kind]
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="animate-[fade_200ms_200ms_both] pt-3">
      <span className="sr-only">{label}</span>
      {['70%', '90%', '55%', '80%'].map((width) => (
        <div key={width} className="flex h-8 items-center gap-2.5 px-2">
          <Skeleton className="size-5 rounded-full" />
          <div style={{ width }}>
            <Skeleton className="h-3" />
          </div>
        </div>
      ))}
    </div>
  )
}
