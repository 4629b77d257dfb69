import { CONTACT_FIELDS, type ContactFields, fieldsToTakeOver } from '#contracts/contact-fields.ts'
import type { Contact } from '#contracts/inbox.ts'
import { useMessages } from '../../lib/i18n.ts'
import { contactFieldNames } from '../contact-fields/messages.ts'
import { mergeMessages } from './messages.ts'

/** What the kept contact will have, and what only the other one had. */
export function MergePreview({ kept, other }: { kept: Contact; other: Contact }) {
  const words = useMessages(mergeMessages)
  const fieldNames = useMessages(contactFieldNames)
  const taken = fieldsToTakeOver(kept, other)
  const after: ContactFields = { ...kept, ...taken }
  const channels = kept.channels.length + other.channels.length
  return (
    <dl className="divide-y divide-line rounded-xl border border-line">
      {CONTACT_FIELDS.map((field) => (
        <div key={field} className="flex items-baseline gap-3 px-4 py-2.5 text-sm">
          <dt className="w-24 shrink-0 text-xs text-muted">{fieldNames[field]}</dt>
          <dd className="min-w-0 grow wrap-anywhere">
            {after[field] ?? <span className="text-faint">{words.empty}</span>}
            {taken[field] && <span className="block text-xs text-muted">{words.takenFrom(other.display_name)}</span>}
            {isLeftOut(other[field], after[field]) && (
              <span className="block text-xs text-faint">
                <s>{other[field]}</s> <span>{words.leftOut}</span>
              </span>
            )}
          </dd>
        </div>
      ))}
      <div className="flex items-baseline gap-3 px-4 py-2.5 text-sm">
        <dt className="w-24 shrink-0 text-xs text-muted">{words.channels}</dt>
        <dd>{words.channelsOf(channels, other.channels.length)}</dd>
      </div>
    </dl>
  )
}

const isLeftOut = (others: string | null, after: string | null): boolean => others !== null && others !== after
