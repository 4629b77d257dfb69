import { CircleAlert, LoaderCircle } from 'lucide-react'
import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { storageMessages } from '../messages.ts'
import { indexStateMessages } from './messages.ts'

/** Whether a file is being indexed or could not be, in a list. */
export function IndexMark({ entry: { index_state, index_error } }: { entry: StorageEntry }) {
  const words = useMessages(storageMessages)
  const { reasons } = useMessages(indexStateMessages)
  const isPartial = index_state === 'Indexed' && index_error !== undefined
  if (!index_state || index_state === 'Not indexable' || (index_state === 'Indexed' && !isPartial)) return null
  const isFailed = index_state === 'Indexing failed'
  const reason = index_error && (reasons[index_error] ?? index_error)
  return (
    <span
      title={reason}
      className={classNames('flex items-center gap-1.5 truncate text-xs', isFailed ? 'text-danger' : 'text-muted')}
    >
      {isFailed || isPartial ? (
        <CircleAlert aria-hidden className="size-3.5 shrink-0" />
      ) : (
        <LoaderCircle
          aria-hidden
          className={classNames('size-3.5 shrink-0', index_state === 'Indexing…' && 'animate-spin')}
        />
      )}
      <span className="truncate">{isPartial ? reason : words.indexStates[index_state]}</span>
    </span>
  )
}
