import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { CONTACT_FIELDS } from '#contracts/contact-fields.ts'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { channelNames } from '../../channels/messages.ts'
import { MergeButton } from '../../contact-merge/merge-button.tsx'
import { ConversationLabels } from '../labels/conversation-labels.tsx'
import { inboxMessages } from '../messages.ts'
import type { InboxLocation } from '../use-inbox-location.ts'
import { ContactField } from './contact-field.tsx'

type ContactPanelProps = {
  conversation: InboxConversationDetail
  location: InboxLocation
  onBack: (() => void) | undefined
}

/** The contact's details and other conversations. */
export function ContactPanel({ conversation, location, onBack }: ContactPanelProps) {
  const words = useMessages(inboxMessages)
  const { full_contact: contact } = conversation
  const isColleague = conversation.channel === 'employee_chat'
  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-3">
        {onBack && (
          <IconButton label={words.backToConversation} onClick={onBack} className="size-10!">
            <ArrowLeft aria-hidden />
          </IconButton>
        )}
        <h2 className="px-1 text-sm font-semibold">{isColleague ? words.colleagueTitle : words.contact}</h2>
      </header>
      <section
        aria-label={words.contact}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 grow space-y-6 overflow-y-auto px-4 py-4 focus-visible:-outline-offset-2"
      >
        <div className="flex items-center gap-3">
          <Avatar name={conversation.contact.display_name} />
          <p className="min-w-0 text-sm font-medium wrap-anywhere">{conversation.contact.display_name}</p>
        </div>
        <ConversationLabels conversation={conversation} />
        {!isColleague && (
          <>
            <div className="space-y-1">
              {CONTACT_FIELDS.map((field) => (
                <ContactField key={`${contact.id} ${field}`} contact={contact} field={field} />
              ))}
            </div>
            <Channels contact={contact} />
            <MergeButton contact={contact} />
            <Earlier conversation={conversation} location={location} />
          </>
        )}
      </section>
    </>
  )
}

function Channels({ contact }: { contact: InboxConversationDetail['full_contact'] }) {
  const words = useMessages(inboxMessages)
  const namesOfChannels = useMessages(channelNames)
  // The name that was made for a contact is no name of one who has given another.
  const isNamed = Boolean(contact.first_name || contact.last_name)
  return (
    <section aria-label={words.channelsTitle}>
      <h3 className="mb-1.5 text-2xs font-medium text-faint">{words.channelsTitle}</h3>
      <ul className="space-y-1.5 text-xs">
        {contact.channels.map(({ id, channel, channel_name, auto_name, external_id }) => (
          <li key={id}>
            <span className="block">{channel === 'custom' ? channel_name : namesOfChannels[channel]}</span>
            <span className="block truncate text-2xs text-faint" title={external_id}>
              {(!isNamed && auto_name) || external_id}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Earlier({ conversation, location }: { conversation: InboxConversationDetail; location: InboxLocation }) {
  const words = useMessages(inboxMessages)
  const namesOfChannels = useMessages(channelNames)
  const language = useLanguage()
  const { organization } = useSession()
  const contact_id = conversation.contact.id
  const query = usePages(queryKeys.conversationsOfContact(organization.id, contact_id), (page, signal) =>
    call(
      inboxPaths.listContactConversations,
      { params: { organization_id: organization.id, contact_id }, query: { page, limit: 20 } },
      { signal },
    ),
  )
  const others = query.data?.filter(({ id }) => id !== conversation.id) ?? []
  return (
    <section aria-label={words.earlier}>
      <h3 className="mb-1.5 text-2xs font-medium text-faint">{words.earlier}</h3>
      {query.data && others.length === 0 && <p className="text-xs text-muted">{words.noEarlier}</p>}
      {query.isError && (
        <Button size="small" busy={query.isFetching} onClick={() => query.refetch()}>
          {words.retry}
        </Button>
      )}
      <ul className="-mx-2 space-y-px">
        {others.map((each) => (
          <li key={each.id}>
            <Link
              to="/inbox"
              search={location.searchFor({ conversation: each.id })}
              className="block rounded-lg px-2 py-1.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="block truncate text-xs">
                {each.title || each.temporary_title || each.last_message?.content || words.untitled}
              </span>
              <span className="block truncate text-2xs text-faint">
                {[
                  each.last_message_at && formatWhen(each.last_message_at, language),
                  namesOfChannels[each.channel],
                  each.ai_employee.name,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button size="small" className="mt-2" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </section>
  )
}
