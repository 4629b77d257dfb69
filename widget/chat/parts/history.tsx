import { useEffect, useRef } from 'preact/hooks'
import { readConversations, showHistory, startConversation } from '../state/conversations.ts'
import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { ConversationRow } from './conversation-list.tsx'
import { Footer } from './footer.tsx'
import { HistoryHeader } from './header.tsx'

/** All conversations of the visitor; more are read when the end of the list comes into sight. */
export function History() {
  const words = getWords()
  const conversations = useChat((state) => state.conversations)
  const hasMore = useChat((state) => state.hasMoreConversations)
  const page = useChat((state) => state.conversationsPage)
  const isRead = page > 0
  const showsArchive = useChat((state) => state.showsArchive)
  const isMulti = useChat((state) => state.init?.multi_conversations === true)
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!hasMore || !end.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) readConversations(page + 1).catch(() => undefined)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasMore, page])

  return (
    <main class="screen">
      <HistoryHeader />
      <div class="history" aria-busy={!isRead}>
        {isRead && conversations.length === 0 && <p class="empty">{showsArchive ? words.noArchived : words.noChats}</p>}
        <ul>
          {conversations.map((conversation) => (
            <ConversationRow key={conversation.id} conversation={conversation} />
          ))}
        </ul>
        <div ref={end} />
        <button type="button" class="quiet wide" onClick={() => showHistory(!showsArchive)}>
          {showsArchive ? words.chats : words.showArchived}
        </button>
      </div>
      {isMulti && !showsArchive && (
        <div class="history-foot">
          <button type="button" class="strong" onClick={startConversation}>
            {words.newChat}
          </button>
        </div>
      )}
      <Footer />
    </main>
  )
}
