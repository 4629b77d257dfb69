import type { WebchatConversation } from '#contracts/webchat.ts'
import { postToLoader } from '../../lib/loader-link.ts'
import { leaveChat, showWelcome } from '../state/conversations.ts'
import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { ConversationActions } from './conversation-actions.tsx'
import { Icon } from './icon.tsx'
import { type Action, Menu } from './menu.tsx'

export function CloseButton() {
  const isHidden = useChat(({ view, hasCloseButton }) => view.isNarrow && !hasCloseButton)
  if (isHidden) return null
  return (
    <button type="button" class="tool" aria-label={getWords().close} onClick={() => postToLoader({ type: 'close' })}>
      <Icon name="close" />
    </button>
  )
}

export function Avatar({ name, isPerson = false }: { name: string; isPerson?: boolean }) {
  return (
    <span class={isPerson ? 'avatar person' : 'avatar'} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}

export function BackButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" class="tool" aria-label={getWords().back} onClick={onClick}>
      <Icon name="back" />
    </button>
  )
}

function useMoveAction(): Action[] {
  const { side, isNarrow } = useChat(({ view }) => view)
  const words = getWords()
  if (isNarrow) return []
  const other = side === 'right' ? ('left' as const) : ('right' as const)
  return [
    {
      label: other === 'left' ? words.moveLeft : words.moveRight,
      act: () => postToLoader({ type: 'moveLauncher', side: other }),
    },
  ]
}

function standing(conversation: WebchatConversation | null): string {
  const words = getWords()
  if (conversation?.has_assigned_operator) return words.person
  return conversation?.status === 'waiting_for_operator' ? words.waiting : words.aiTeammate
}

/** Who answers: the person who has taken over, then the teammate. */
export function ChatHeader() {
  const conversation = useChat(({ thread }) => thread.conversation)
  const teammate = useChat(({ thread, init }) => thread.conversation?.ai_employee.name ?? init?.ai_employee.name ?? '')
  const move = useMoveAction()
  const operator = conversation?.operator_name ?? null
  const name = [operator, teammate].filter(Boolean).join(' · ')
  return (
    <header class="bar">
      <BackButton onClick={leaveChat} />
      <Avatar name={operator ?? teammate} isPerson={operator !== null} />
      <div class="bar-names">
        <h1>{name || getWords().chat}</h1>
        <p>{standing(conversation)}</p>
      </div>
      {conversation ? (
        <ConversationActions conversation={conversation} more={move} label={getWords().menu} hasPerson />
      ) : (
        move.length > 0 && <Menu label={getWords().menu} actions={move} />
      )}
      <CloseButton />
    </header>
  )
}

export function HistoryHeader() {
  const words = getWords()
  const showsArchive = useChat((state) => state.showsArchive)
  return (
    <header class="bar">
      <BackButton onClick={showWelcome} />
      <div class="bar-names">
        <h1>{showsArchive ? words.archived : words.chats}</h1>
      </div>
      <CloseButton />
    </header>
  )
}
