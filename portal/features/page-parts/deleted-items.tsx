import { RotateCcw, Trash2 } from 'lucide-react'
import { formatWhen } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { DialogPanel } from '../../ui/dialog-panel.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from './load-failed.tsx'
import { partMessages } from './messages.ts'
import { WaitingRows } from './waiting.tsx'

type DeletedItem = { id: string; name: string; note: string; deleted_at: string | null }

type DeletedItemsProps = {
  title: string
  text: string
  empty: string
  failed: string
  items: DeletedItem[] | undefined
  query: {
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  /** Those that are on their way back. */
  restoring: ReadonlySet<string>
  onRestore: (id: string) => void
  onClose: () => void
}

/** What was deleted, the latest first, each with the way back. */
export function DeletedItems({ items, query, restoring, onRestore, onClose, ...words }: DeletedItemsProps) {
  const parts = useMessages(partMessages)
  const language = useLanguage()
  return (
    <DialogPanel
      open
      onOpenChange={onClose}
      size="medium"
      title={words.title}
      text={words.text}
      closeLabel={parts.close}
    >
      {!items && (query.isError ? <LoadFailed title={words.failed} query={query} /> : <WaitingRows />)}
      {items?.length === 0 && <EmptyState icon={<Trash2 aria-hidden />} title={words.empty} />}
      <ul className="divide-y divide-line pb-2">
        {items?.map(({ id, name, note, deleted_at }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 grow">
              <span className="block truncate text-sm">{name}</span>
              <span className="block truncate text-xs text-muted">
                {[note, deleted_at && parts.deletedAt(formatWhen(deleted_at, language))].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Button
              size="small"
              busy={restoring.has(id)}
              aria-label={parts.restoreOne(name)}
              onClick={() => onRestore(id)}
            >
              <RotateCcw aria-hidden className="size-3.5" />
              {parts.restore}
            </Button>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="mb-3" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {parts.more}
        </Button>
      )}
    </DialogPanel>
  )
}
