import { MessagesSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { useHasKeyboard, useMedia } from '../../lib/media.ts'
import { useTitle } from '../../lib/title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { ContactPanel } from './contact/contact-panel.tsx'
import { ConversationPane } from './conversation/conversation-pane.tsx'
import { messagesId } from './conversation/open-conversation.tsx'
import { replyFieldId } from './conversation/reply-box.tsx'
import { useConversation } from './conversation/use-conversation.ts'
import { neighbor } from './list/inbox-list.ts'
import { ListPane } from './list/list-pane.tsx'
import { listRowId } from './list/row-link.tsx'
import { useList } from './list/use-list.ts'
import { useMarked } from './marks/marked-list.tsx'
import { useMarkEvents, useOpenRows } from './marks/use-marks.ts'
import { inboxMessages } from './messages.ts'
import { PresenceProvider, usePresenceStore } from './presence/use-presence.ts'
import { useConversationSearch } from './search/use-conversation-search.ts'
import { useInboxEvents } from './use-inbox-events.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { type InboxLocation, useInboxLocation } from './use-inbox-location.ts'

/** Three panes where there is room for them, else one or two at a time. */
export function InboxPage() {
  const words = useMessages(inboxMessages)
  useInboxEvents()
  useMarkEvents()
  const presence = usePresenceStore()
  const location = useInboxLocation()
  const list = useList(location.scope)
  const search = useConversationSearch(location)
  const { conversation, panel, go } = location
  const hasTwo = useMedia('(min-width: 64rem)')
  const hasThree = useMedia('(min-width: 80rem)')
  const hasKeyboard = useHasKeyboard()
  const open = useOpenRows(list.query.data?.entries)
  const marked = useMarked(location)
  const listed = location.mark ? marked.rows : open
  const rows = search.isOn ? search.found : listed
  const step = useStepping(location, location.isMentions ? [] : (rows?.map(({ id }) => id) ?? []))
  useTitle(words.title)

  const focusList = () => {
    const row = conversation && document.getElementById(listRowId(conversation))
    if (row) row.focus()
    else document.getElementById(messagesId)?.focus()
  }
  const close = () => {
    go({ conversation: undefined })
    if (conversation) requestAnimationFrame(() => document.getElementById(listRowId(conversation))?.focus())
  }
  const leave = () => {
    if (panel && !hasThree) return go({})
    // The first press leaves the reply box, the second one the conversation.
    if (document.activeElement?.id === replyFieldId) document.getElementById(messagesId)?.focus()
    else if (hasTwo) focusList()
    else if (conversation) close()
  }
  useInboxKeys(location, step, leave)

  const showsList = hasTwo || !conversation
  return (
    <PresenceProvider value={presence}>
      <div className="flex min-h-0 grow">
        {showsList && (
          <section
            aria-label={words.list}
            className="flex min-w-0 flex-col border-line max-lg:grow lg:w-84 lg:shrink-0 lg:border-r"
          >
            <ListPane location={location} list={list} open={open} marked={marked} search={search} onStep={step} />
          </section>
        )}
        {conversation ? (
          <Open
            key={conversation}
            id={conversation}
            location={location}
            panes={{ hasTwo, hasThree }}
            onLeave={leave}
            onClose={close}
          />
        ) : (
          hasTwo && (
            <section aria-label={words.conversation} className="flex min-w-0 grow">
              <EmptyState icon={<MessagesSquare aria-hidden />} title={words.choose} text={words.chooseText}>
                {hasKeyboard && (
                  <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 text-left text-xs text-muted">
                    {words.chooseKeys.map(([keys, meaning]) => (
                      <div key={keys} className="contents">
                        <dt className="flex gap-1">
                          {keys.split(' ').map((key) => (
                            <Kbd key={key} keys={key} />
                          ))}
                        </dt>
                        <dd>{meaning}</dd>
                      </div>
                    ))}
                  </dl>
                )}
              </EmptyState>
            </section>
          )
        )}
      </div>
    </PresenceProvider>
  )
}

type OpenProps = {
  id: string
  location: InboxLocation
  panes: { hasTwo: boolean; hasThree: boolean }
  onLeave: () => void
  onClose: () => void
}

function Open({ id, location, panes: { hasTwo, hasThree }, onLeave, onClose }: OpenProps) {
  const words = useMessages(inboxMessages)
  const query = useConversation(id)
  const { panel, go } = location
  const showsContact = query.data !== undefined && (hasThree || panel === 'contact')
  return (
    <>
      {(hasThree || panel !== 'contact') && (
        <section aria-label={words.conversation} className="flex min-w-0 grow flex-col">
          <ConversationPane
            query={query}
            named={location.message}
            onBack={hasTwo ? undefined : onClose}
            onContact={hasThree ? undefined : () => go({ panel: 'contact' })}
            onLeave={onLeave}
          />
        </section>
      )}
      {showsContact && query.data && (
        <aside
          aria-label={words.contact}
          className={hasThree ? 'flex w-76 shrink-0 flex-col border-l border-line' : 'flex min-w-0 grow flex-col'}
        >
          <ContactPanel conversation={query.data} location={location} onBack={hasThree ? undefined : () => go({})} />
        </aside>
      )}
    </>
  )
}

/** Goes to the next conversation; the focus stays in the list where it is there. */
function useStepping({ conversation, go }: InboxLocation, ids: readonly string[]) {
  const position = useRef(0)
  const index = conversation ? ids.indexOf(conversation) : -1
  useEffect(() => {
    if (index !== -1) position.current = index
  }, [index])
  return (step: 1 | -1) => {
    const next = neighbor(ids, conversation, position.current, step)
    if (!next) return
    const row = document.getElementById(listRowId(next))
    row?.scrollIntoView({ block: 'nearest' })
    row?.focus()
    go({ conversation: next }, conversation !== undefined)
  }
}
