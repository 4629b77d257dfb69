import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Conversation, Message } from '#contracts/conversations.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { useStable } from '../../lib/use-stable.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { draftKey } from '../conversation/compose/drafts.ts'
import { conversationMessages } from '../conversation/messages.ts'
import { useCanCall } from './call/can-call.ts'
import { useCalling } from './call/use-calling.ts'
import { Composer } from './composer/composer.tsx'
import { useReasoning } from './composer/use-reasoning.ts'
import { DropZone } from './files/drop-zone.tsx'
import { useAttaching } from './files/use-attaching.ts'
import { ChatHeader } from './header/chat-header.tsx'
import { ThreadView } from './list/thread-view.tsx'
import { useAskAgain } from './list/use-ask-again.ts'
import { useCurrentConversation } from './thread/use-current-conversation.ts'
import { useSending } from './thread/use-sending.ts'
import { useStop } from './thread/use-stop.ts'
import { useThread } from './thread/use-thread.ts'

// Loaded later, because it is needed only when a message arrives.
const LiveStatus = lazy(() =>
  whenReachable(() => import('../conversation/list/live-status.tsx')).then(({ LiveStatus }) => ({
    default: LiveStatus,
  })),
)

// Loaded later, because most chats have no operator.
const OperatorBanner = lazy(() =>
  whenReachable(() => import('./hands/operator-banner.tsx')).then(({ OperatorBanner }) => ({
    default: OperatorBanner,
  })),
)

const none: Message[] = []

export function Chat({ employeeId, teammate }: { employeeId: string; teammate: Teammate | undefined }) {
  const { user } = useSession()
  const words = useMessages(conversationMessages)
  const { conversation: address, message: named } = useSearch({ from: '/signed-in/chat/$employeeId' })
  const { query, older } = useThread(employeeId, address)
  const thread = query.data
  const messages = thread?.messages ?? none
  const { reasoning, setReasoning } = useReasoning(teammate)
  const { send, retry, giveUp, outgoing, isOpening } = useSending(employeeId, address, thread)
  const answering = messages.findLast(({ role, status }) => role === 'ai' && status === 'in_progress')
  const { stop, isStopping } = useStop(employeeId, answering, () => query.refetch())
  const askAgain = useAskAgain({ messages, reasoning, onSend: send })
  const key = draftKey(user.id, employeeId, address)
  const attach = useAttaching(key)
  const readSent = useStable(() => [
    ...messages
      .filter(({ role, content }) => role === 'contact' && content !== '')
      .map(({ id, content }) => ({ id, text: content })),
    ...outgoing.filter(({ text }) => text !== '').map(({ id, text }) => ({ id: String(id), text })),
  ])
  const conversation = thread?.conversation ?? null
  const canCall = useCanCall(teammate)
  const calling = useCalling(employeeId, address, thread?.conversation_id ?? null)
  const speakerOf = ({ role }: Message) => {
    if (role === 'contact' || role === 'system') return null
    return role === 'operator' ? words.operator : (teammate?.name ?? '')
  }
  useCurrentConversation(employeeId, address, query)
  useTitle(conversation?.title || conversation?.temporary_title || teammate?.name)

  return (
    <DropZone onFiles={attach}>
      <ChatHeader
        employeeId={employeeId}
        teammate={teammate}
        conversation={conversation?.deleted_at ? null : conversation}
      />
      {conversation && isInOtherHands(conversation) && (
        <Suspense>
          <OperatorBanner conversation={conversation} teammate={teammate?.name ?? ''} />
        </Suspense>
      )}
      <ThreadView
        key={`${employeeId} ${thread?.conversation_id}`}
        employeeId={employeeId}
        teammate={teammate}
        query={query}
        older={older}
        named={named}
        outgoing={outgoing}
        onAsk={(text) => send({ text, files: [], reasoning })}
        onAskAgain={askAgain}
        onRetry={retry}
        onGiveUp={giveUp}
      />
      <Suspense>
        <LiveStatus key={thread?.conversation_id} messages={thread?.messages} speakerOf={speakerOf} />
      </Suspense>
      {calling.open ? (
        <calling.open.Panel
          call={calling.open.call}
          teammate={teammate?.name ?? ''}
          onCallAgain={calling.begin}
          onLeave={calling.leave}
        />
      ) : (
        <Composer
          employeeId={employeeId}
          teammate={teammate}
          draftKey={key}
          readiness={conversation?.deleted_at ? 'closed' : thread && !isOpening ? 'ready' : 'opening'}
          reasoning={reasoning}
          onReasoning={setReasoning}
          readSent={readSent}
          onSend={send}
          onFiles={attach}
          isAnswering={answering?.run_id != null}
          isStopping={isStopping}
          onStop={stop}
          onCall={canCall ? calling.begin : undefined}
        />
      )}
    </DropZone>
  )
}

const isInOtherHands = ({ assigned_user_id, automation_enabled, status, deleted_at }: Conversation): boolean =>
  deleted_at === null && (assigned_user_id !== null || !automation_enabled || status === 'waiting_for_operator')
