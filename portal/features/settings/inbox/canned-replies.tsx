import { MessageSquareQuote, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { CannedReply } from '#contracts/canned-replies.ts'
import { hasWords } from '#contracts/fold-text.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Section } from '../../../ui/section.tsx'
import { useCannedReplies, useDeleteCannedReply } from '../../canned-replies/use-canned-replies.ts'
import { ListPlaceholder } from '../../page-parts/list-placeholder.tsx'
import { RowButtons } from '../../page-parts/row-buttons.tsx'
import { CannedReplyDialog } from './canned-reply-dialog.tsx'
import { inboxSettingsMessages } from './messages.ts'

/** More than these are found by typing. */
const few = 8

export function CannedReplies() {
  const words = useMessages(inboxSettingsMessages)
  const replies = useCannedReplies()
  /** `null` is a canned reply that is being made. */
  const [edited, setEdited] = useState<CannedReply | null | undefined>(undefined)
  const [wanted, setWanted] = useState('')
  const all = replies.data?.data
  const found = all?.filter(({ shortcut, content }) => hasWords(`${shortcut} ${content}`, wanted))
  return (
    <Section
      title={words.replies}
      text={words.repliesText}
      actions={
        <AddButton look="primary" onClick={() => setEdited(null)}>
          {words.newReply}
        </AddButton>
      }
    >
      <ListPlaceholder query={replies} failed={words.repliesFailed} />
      {all?.length === 0 && (
        <EmptyState icon={<MessageSquareQuote aria-hidden />} title={words.noReplies} text={words.noRepliesText} />
      )}
      {all && all.length > few && (
        <SearchField label={words.find} value={wanted} onChange={setWanted} className="mb-3 sm:max-w-xs" />
      )}
      {all && all.length > 0 && found?.length === 0 && (
        <EmptyState icon={<SearchX aria-hidden />} title={words.noneFound} />
      )}
      {found && found.length > 0 && (
        <ul aria-label={words.replies} className="divide-y divide-line rounded-xl border border-line">
          {found.map((reply) => (
            <ReplyRow key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <CannedReplyDialog key={edited?.id ?? 'new'} reply={edited} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  )
}

function ReplyRow({ reply, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const words = useMessages(inboxSettingsMessages)
  const { user } = useSession()
  const isManager = useIsManager()
  const remove = useDeleteCannedReply()
  const name = `/${reply.shortcut}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-52">
        <h3 className="truncate text-sm font-medium">{name}</h3>
        <p className="mt-0.5 line-clamp-2 text-xs wrap-anywhere text-muted">{reply.content}</p>
      </div>
      {(isManager || reply.user_id === user.id) && (
        <RowButtons
          name={name}
          onEdit={onEdit}
          title={words.replyDeleteTitle(name)}
          text={words.replyDeleteText}
          work={() => remove.mutateAsync(reply)}
          failed={words.replyDeleteFailed}
        />
      )}
    </li>
  )
}
