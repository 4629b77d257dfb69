import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { useEffect } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NavigationButton } from '../shell/navigation.tsx'
import { useTeammates } from '../teammates/use-teammates.ts'
import { ChatHeader } from './header/chat-header.tsx'
import { ChatsPanel } from './chats-panel.tsx'
import { Composer } from './composer/composer.tsx'
import { lastTeammate } from './last-teammate.ts'
import { preloadMarkdown } from './prose/lazy-markdown.tsx'
import { LiveStatus } from './list/live-status.tsx'
import { chatMessages } from './messages.ts'
import { ThreadView } from './list/thread-view.tsx'
import { useChatsPanel } from './use-chats.ts'
import { useCurrentConversation } from './thread/use-current-conversation.ts'
import { useSending } from './thread/use-sending.ts'
import { useStop } from './thread/use-stop.ts'
import { useThread } from './thread/use-thread.ts'

export function ChatPage() {
  const { employeeId } = useParams({ from: '/signed-in/chat/$employeeId' })
  const { organization } = useSession()
  const words = useMessages(chatMessages)
  const { data: teammates } = useTeammates()
  const teammate = teammates?.find(({ id }) => id === employeeId)
  useTitle(teammate?.name)
  useEffect(preloadMarkdown, [])
  useEffect(() => {
    if (teammate) lastTeammate.remember(organization.id, teammate.id)
  }, [organization.id, teammate])

  if (teammates && !teammate)
    return (
      <>
        <header className="flex h-14 shrink-0 items-center px-3 md:hidden">
          <NavigationButton />
        </header>
        <EmptyState icon={<UserX aria-hidden />} title={words.missing} text={words.missingText} />
      </>
    )
  return (
    <Chat employeeId={employeeId} name={teammate?.name ?? ''} role={teammate?.role} about={teammate?.description} />
  )
}

type ChatProps = { employeeId: string; name: string; role: string | undefined; about: string | undefined }

function Chat({ employeeId, name, role, about }: ChatProps) {
  const { conversation } = useSearch({ from: '/signed-in/chat/$employeeId' })
  const navigate = useNavigate()
  const panel = useChatsPanel()
  const { query, older } = useThread(employeeId, conversation)
  const thread = query.data
  const { send, retry, outgoing } = useSending(employeeId, thread)
  const answering = thread?.messages.findLast(({ role, status }) => role === 'ai' && status === 'in_progress')
  const stop = useStop(employeeId)
  useCurrentConversation(employeeId, conversation, query)

  const open = (conversationId: string) =>
    navigate({ to: '/chat/$employeeId', params: { employeeId }, search: { conversation: conversationId } })
  return (
    <div className="flex min-h-0 grow">
      <ChatsPanel employeeId={employeeId} shown={thread?.conversation_id ?? null} panel={panel} />
      <section className="relative flex min-w-0 grow flex-col">
        <ChatHeader employeeId={employeeId} name={name} note={role || about} panel={panel} onOpen={open} />
        <ThreadView
          key={`${employeeId} ${thread?.conversation_id}`}
          employeeId={employeeId}
          name={name}
          about={about}
          query={query}
          older={older}
          outgoing={outgoing}
          onSend={send}
          onRetry={retry}
        />
        <LiveStatus name={name} messages={thread?.messages} />
        <Composer
          key={employeeId}
          employeeId={employeeId}
          name={name}
          ready={thread !== undefined}
          sent={thread?.messages}
          onSend={send}
          onStop={answering?.run_id ? () => stop.mutate(answering) : undefined}
          stopping={stop.isPending}
        />
      </section>
    </div>
  )
}
