import { openConversation, showHistory, startConversation } from '../state/conversations.ts'
import { useChat } from '../state/store.ts'
import { words } from '../words/words.ts'
import { ConversationRow } from './conversation-list.tsx'
import { Footer } from './footer.tsx'
import { Avatar, CloseButton } from './header.tsx'
import { Icon } from './icon.tsx'

const SHOWN = 3

export function Welcome() {
  const said = words()
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
        <h1>{said.hello}</h1>
        <p>{said.helloAbout(name)}</p>
      </div>
      <div class="welcome-cards">
        <button
          type="button"
          class="card start"
          onClick={() => (single ? openConversation(single.id) : startConversation())}
        >
          <Avatar name={name} />
          <span class="start-words">
            <strong>{single ? said.continueChat : said.startChat}</strong>
            <span>{said.answers(name)}</span>
          </span>
          <span class="start-arrow">
            <Icon name="forward" />
          </span>
        </button>
        {known.length > 0 && (
          <section class="card recent" aria-labelledby="recent">
            <h2 id="recent">{said.recent}</h2>
            <ul>
              {known.slice(0, SHOWN).map((conversation) => (
                <ConversationRow key={conversation.id} conversation={conversation} />
              ))}
            </ul>
            <button type="button" class="quiet wide" onClick={() => showHistory()}>
              {said.allChats}
            </button>
          </section>
        )}
      </div>
      <Footer />
    </main>
  )
}
