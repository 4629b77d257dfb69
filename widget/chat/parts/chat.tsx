import { useEffect, useRef, useState } from 'preact/hooks'
import { requestPerson, unarchive } from '../state/conversations.ts'
import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { Composer } from './composer.tsx'
import { mayCallPerson } from './conversation-actions.tsx'
import { Footer } from './footer.tsx'
import { Avatar, ChatHeader } from './header.tsx'
import { eventText } from './message.tsx'
import { MessageList } from './message-list.tsx'
import { plainText } from './plain-text.ts'

export function Chat() {
  const words = getWords()
  const conversation = useChat(({ thread }) => thread.conversation)
  const isArchived = conversation?.status === 'archived'
  return (
    <main class="screen">
      <ChatHeader />
      <Standing />
      <MessageList />
      <Announcer />
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

/** Reads out what has come, once it is whole: pieces of a growing answer would never let anybody listen. */
function Announcer() {
  const newest = useChat(({ thread }) =>
    thread.messages.findLast(({ role, status }) => role !== 'contact' && status !== 'in_progress'),
  )
  const conversation = useChat(({ thread }) => thread.conversation)
  const isRead = useChat((state) => state.isThreadRead)
  const known = useRef<string | null>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    const before = known.current
    known.current = newest?.id ?? ''
    // What was there when the conversation was opened is not new.
    if (!isRead) known.current = null
    if (before === null || !newest || before === newest.id) return
    const name = newest.role === 'operator' ? conversation?.operator_name : conversation?.ai_employee.name
    const { system_event, content } = newest
    setText(
      newest.role === 'system'
        ? system_event
          ? eventText(system_event)
          : content
        : `${name ?? ''}: ${plainText(content)}`,
    )
  }, [newest, isRead, conversation])
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
