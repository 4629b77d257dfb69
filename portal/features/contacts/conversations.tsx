import { ChevronRight, MessagesSquare } from 'lucide-react'
import type { Contact, InboxConversation } from '#contracts/inbox.ts'
import { stripMarkdown } from '#contracts/strip-markdown.ts'
import { formatWhen } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { channelNames } from '../channels/messages.ts'
import { InboxLink } from '../page-parts/inbox-link.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { NextPage } from '../page-parts/next-page.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { contactMessages } from './messages.ts'
import { useContactConversations } from './use-contacts.ts'

export function Conversations({ contact }: { contact: Contact }) {
  const words = useMessages(contactMessages)
  const conversations = useContactConversations(contact.id)
  const found = conversations.data
  return (
    <Section title={words.conversations} text={words.conversationsText}>
      {!found &&
        (conversations.isError ? (
          <LoadFailed title={words.conversationsFailed} query={conversations} />
        ) : (
          <WaitingRows />
        ))}
      {found?.length === 0 && <EmptyState icon={<MessagesSquare aria-hidden />} title={words.noConversations} />}
      {found && found.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line">
          {found.map((conversation) => (
            <li key={conversation.id}>
              <Row conversation={conversation} />
            </li>
          ))}
        </ul>
      )}
      <NextPage query={conversations} />
    </Section>
  )
}

/** Answers are Markdown; texts of people are not. */
const preview = ({ role, content }: NonNullable<InboxConversation['last_message']>): string =>
  (role === 'ai' ? stripMarkdown(content) : content).trim()

function Row({ conversation }: { conversation: InboxConversation }) {
  const words = useMessages(contactMessages)
  const namesOfChannels = useMessages(channelNames)
  const language = useLanguage()
  const { title, temporary_title, channel, ai_employee, assigned_user, last_message, last_message_at } = conversation
  const isWaiting = conversation.status === 'waiting_for_operator' && !assigned_user
  const about = [
    namesOfChannels[channel],
    words.withTeammate(ai_employee.name),
    ...(assigned_user ? [words.takenBy(assigned_user.name)] : []),
  ].join(' · ')
  return (
    <InboxLink
      conversation={conversation.id}
      className="flex items-center gap-3 px-4 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2">
          <span className="truncate text-sm font-medium">{title ?? temporary_title ?? words.untitled}</span>
          {isWaiting && <Badge tone="warning">{words.waiting}</Badge>}
        </span>
        {last_message && (
          <span className="mt-0.5 block truncate text-sm text-muted">
            {preview(last_message) || (last_message.has_attachments ? words.attachment : '')}
          </span>
        )}
        <span className="mt-0.5 block truncate text-xs text-muted">{about}</span>
      </span>
      {last_message_at && (
        <time dateTime={last_message_at} className="shrink-0 text-xs text-muted">
          {formatWhen(last_message_at, language)}
        </time>
      )}
      <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
    </InboxLink>
  )
}
