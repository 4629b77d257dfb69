import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { indexStateMessages } from './messages.ts'

/** What of an open file could not be indexed, and why: in a list a phone has no room for the reason. */
export function IndexNotice({ entry: { index_state, index_error } }: { entry: StorageEntry }) {
  const { notSearchable, reasons } = useMessages(indexStateMessages)
  const isFailed = index_state === 'Indexing failed'
  if (!isFailed && (index_state !== 'Indexed' || !index_error)) return null
  const reason = index_error && (reasons[index_error] ?? index_error).replace(/\.?$/, '.')
  return (
    <p className="shrink-0 bg-warning-soft px-4 py-2 text-sm text-warning md:px-6">
      {isFailed && notSearchable} {reason}
    </p>
  )
}
