import { useEffect, useRef, useState } from 'preact/hooks'
import { type Announced, nextAnnouncement } from '#thread/announcements.ts'
import { requestPerson, unarchive } from '../state/conversations.ts'
import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { Composer } from './composer.tsx'
import { mayCallPerson } from './conversation-actions.tsx'
import { Footer } from './footer.tsx'
import { Avatar, ChatHeader } from './header.tsx'
import { spokenText } from './message.tsx'
import { MessageList } from './message-list.tsx'

export function Chat() {
  const words = getWords()
  const conversation = useChat(({ thread }) => thread.conversation)
  const conversationId = useChat(({ thread }) => thread.conversation_id)
  const isArchived = conversation?.status === 'archived'
  return (
    <main class="screen">
      <ChatHeader />
      <Standing />
      <MessageList />
      <Announcer key={conversationId} />
      {isArchived ? (
        <div class="archived">
          {words.archivedConversation}
          <button type="button" class="link" onClick={() => void unarchive(conversation.id)}>
            {words.unarchive}
          </button>
        </div>
      ) : (
        <>
          {conversation && mayCallPerson(conversation) && (
            <button type="button" class="chip call" onClick={() => void requestPerson(conversation.id)}>
              {words.talkToPerson}
            </button>
          )}
          <Composer />
        </>
      )}
      <Footer />
    </main>
  )
}

/** What is between the visitor and an answer, in a line. */
function Standing() {
  const words = getWords()
  const isOnline = useChat((state) => state.isOnline)
  const isLost = useChat(({ connection }) => connection === 'lost')
  const isWaiting = useChat(({ thread }) => thread.conversation?.status === 'waiting_for_operator')
  const operator = useChat(({ thread }) => thread.conversation?.has_assigned_operator === true)
  const isAway = useChat(({ init, thread }) => !thread.conversation && init?.context.ai_agent_enabled === false)
  const text = !isOnline
    ? words.offline
    : isLost
      ? words.reconnecting
      : isWaiting && !operator
        ? words.waitingAbout
        : isAway
          ? words.away
          : null
  if (!text) return null
  return (
    <p class={isOnline && !isLost ? 'standing' : 'standing lost'} role="status">
      {text}
    </p>
  )
}

/** For screen readers, of one conversation. */
function Announcer() {
  const last = useChat(({ thread }) => thread.messages.findLast(({ role }) => role !== 'contact'))
  const conversation = useChat(({ thread }) => thread.conversation)
  const isRead = useChat((state) => state.isThreadRead)
  const announced = useRef<Announced>({})
  const [text, setText] = useState('')
  useEffect(() => {
    if (!isRead) return
    const next = nextAnnouncement(announced.current, last)
    announced.current = next.announced
    if (!last || next.what !== 'complete') return
    const name = last.role === 'operator' ? conversation?.operator_name : conversation?.ai_employee.name
    setText(last.role === 'system' ? spokenText(last) : `${name ?? ''}: ${spokenText(last)}`)
  }, [last, isRead, conversation])
  return (
    <div class="unseen" aria-live="polite">
      {text}
    </div>
  )
}

/** The frame before anything is known. */
export function Starting() {
  const name = useChat(({ init }) => init?.ai_employee.name ?? '')
  return (
    <main class="screen starting" aria-busy="true" aria-label={getWords().loading}>
      <header class="bar">
        <Avatar name={name || ' '} />
      </header>
    </main>
  )
}
