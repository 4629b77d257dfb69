import { openConversation, showHistory, startConversation } from '../state/conversations.ts'
import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { ConversationRow } from './conversation-list.tsx'
import { Footer } from './footer.tsx'
import { Avatar, CloseButton } from './header.tsx'
import { Icon } from './icon.tsx'

const SHOWN = 3

export function Welcome() {
  const words = getWords()
  const init = useChat((state) => state.init)
  const conversations = useChat((state) => (state.showsArchive ? null : state.conversations))
  const name = init?.ai_employee.name ?? ''
  const known = conversations ?? []
  const single = !init?.multi_conversations && known[0]
  return (
    <main class="welcome">
      <div class="welcome-top">
        <header class="welcome-bar">
          <span class="welcome-organization">{init?.organization_name}</span>
          <CloseButton />
        </header>
        <h1>{words.hello}</h1>
        <p>{words.helloAbout(name)}</p>
      </div>
      <div class="welcome-cards">
        <button
          type="button"
          class="card start"
          onClick={() => (single ? openConversation(single.id) : startConversation())}
        >
          <Avatar name={name} />
          <span class="start-words">
            <strong>{single ? words.continueChat : words.startChat}</strong>
            <span>{words.answers(name)}</span>
          </span>
          <span class="start-arrow">
            <Icon name="forward" />
          </span>
        </button>
        {known.length > 0 && (
          <section class="card recent" aria-labelledby="recent">
            <h2 id="recent">{words.recent}</h2>
            <ul>
              {known.slice(0, SHOWN).map((conversation) => (
                <ConversationRow key={conversation.id} conversation={conversation} />
              ))}
            </ul>
            <button type="button" class="quiet wide" onClick={() => showHistory()}>
              {words.allChats}
            </button>
          </section>
        )}
      </div>
      <Footer />
    </main>
  )
}
