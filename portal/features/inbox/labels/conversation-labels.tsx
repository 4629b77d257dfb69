import type { InboxConversationDetail } from '#contracts/inbox.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { LabelChip } from '../../labels/label-chip.tsx'
import { labelMessages } from '../../labels/messages.ts'
import { LabelPicker } from './label-picker.tsx'

/** What the conversation is sorted by, changed where it is. */
export function ConversationLabels({ conversation }: { conversation: InboxConversationDetail }) {
  const words = useMessages(labelMessages)
  const { labels } = conversation
  return (
    <section aria-label={words.title}>
      <div className="mb-1 flex items-center justify-between">
        <h3 className="text-2xs font-medium text-faint">{words.title}</h3>
        <LabelPicker conversation={conversation} />
      </div>
      {labels.length === 0 ? (
        <p className="text-xs text-muted">{words.none}</p>
      ) : (
        <ul className="flex flex-wrap gap-1">
          {labels.map((label) => (
            <li key={label.id} className="max-w-full">
              <LabelChip label={label} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
