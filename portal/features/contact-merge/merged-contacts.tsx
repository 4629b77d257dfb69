import type { Contact } from '#contracts/inbox.ts'
import { formatWhen } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { mergeMessages } from './messages.ts'
import { useMerges, useUndoMerge } from './use-merge.ts'

/** Who went into a contact, each with the way back; nothing where nobody did. */
export function MergedContacts({ contact }: { contact: Contact }) {
  const words = useMessages(mergeMessages)
  const parts = useMessages(partMessages)
  const language = useLanguage()
  const merges = useMerges(contact.id).data?.data ?? []
  const undo = useUndoMerge()
  if (merges.length === 0) return null
  return (
    <Section title={words.mergedContacts} text={words.mergedContactsText}>
      <ul aria-label={words.mergedContacts} className="divide-y divide-line rounded-xl border border-line">
        {merges.map((merge) => (
          <li key={merge.id} className="flex items-center gap-3 px-4 py-3">
            <span className="min-w-0 grow">
              <span className="block truncate text-sm font-medium">{merge.merged_contact.display_name}</span>
              <span className="block truncate text-xs text-muted">
                {words.mergedWhen(formatWhen(merge.created_at, language), merge.merged_by)}
              </span>
            </span>
            <Button
              size="small"
              aria-label={words.undoOne(merge.merged_contact.display_name)}
              busy={undo.isPending && undo.variables.id === merge.id}
              onClick={() => undo.mutate(merge)}
            >
              {parts.undo}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
