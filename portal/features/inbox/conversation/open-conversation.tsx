import { Suspense, use, useEffect, useLayoutEffect } from 'react'
import type { Message } from '#contracts/conversations.ts'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import type { Thread } from '#thread/thread.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { useTitle } from '../../../lib/title.ts'
import { focusUnlessTyping } from '../../../lib/typing.ts'
import { useToastsBelow } from '../../../ui/use-toasts-below.ts'
import { loadAnswerBody } from '../../conversation/list/answer-parts.ts'
import { LiveStatus } from '../../conversation/list/live-status.tsx'
import { MessageScroll } from '../../conversation/list/message-scroll.tsx'
import { useNamedMessage } from '../../conversation/list/use-named-message.ts'
import { useStickyScroll } from '../../conversation/list/use-sticky-scroll.ts'
import { partnerOf } from '../../conversation/partner-of.ts'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { cannedValuesOf } from '../compose/canned-values.ts'
import { Compose } from '../compose/compose.tsx'
import { SuggestButton } from '../draft/suggest-button.tsx'
import { SuggestionLine } from '../draft/suggestion-line.tsx'
import { useSuggestion } from '../draft/use-suggestion.ts'
import { MarkBar } from '../marks/mark-bar.tsx'
import { inboxMessages } from '../messages.ts'
import { NoteRow } from '../notes/note-row.tsx'
import { NotesFailed } from '../notes/notes-failed.tsx'
import { useReadMentions } from '../notes/use-mentions.ts'
import { useNotes } from '../notes/use-notes.ts'
import { withNotes } from '../notes/with-notes.ts'
import { TypingLine } from '../presence/typing-line.tsx'
import { useAnnouncePresence } from '../presence/use-announce-presence.ts'
import { CallBar } from './call-bar.tsx'
import { MessageRow } from './message-row.tsx'
import { OutgoingReplyRow } from './outgoing-reply-row.tsx'
import { OwnerBar } from './owner-bar.tsx'
import { ReplyBox, replyFieldId } from './reply-box.tsx'
import { useMessagesOf } from './use-messages-of.ts'
import { useOwnership } from './use-ownership.ts'
import { type OutgoingReply, useReplying } from './use-replying.ts'

export const messagesId = 'inbox-messages'
const parts = Promise.allSettled(loadAnswerBody())

type OpenConversationProps = {
  conversation: InboxConversationDetail
  /** The message to bring into view. */
  named: string | undefined
  onLeave: () => void
}

/** The owner, the messages, and the reply box. */
export function OpenConversation({ conversation, named, onLeave }: OpenConversationProps) {
  const words = useMessages(inboxMessages)
  const { user } = useSession()
  const { query, older } = useMessagesOf(conversation)
  const { give, isPending } = useOwnership(conversation.id)
  const replying = useReplying(conversation.id, query.data)
  const announceTyping = useAnnouncePresence(conversation.id)
  const draftKey = `${user.id}:inbox:${conversation.id}`
  const suggestion = useSuggestion(conversation.id, draftKey, replyFieldId)
  const { assigned_user_id, assigned_user, ai_employee } = conversation
  const isMine = assigned_user_id === user.id
  const partner = partnerOf(conversation)
  const bars = useToastsBelow()
  useTitle(partner)

  // The pressed button is gone, so the focus moves to the next step.
  const take = () => !isMine && !isPending && give(user.id, { onSuccess: () => focusUnlessTyping(replyFieldId) })
  const handBack = () => isMine && !isPending && give(null, { onSuccess: () => focusUnlessTyping(messagesId) })
  useShortcut('T', take)
  useShortcut('B', handBack)
  useReadMentions(conversation.id)
  const takeOverAndRetry = (reply: OutgoingReply) => give(user.id, { onSuccess: () => replying.retry(reply) })
  const speakerOf = ({ role, user_id }: Message) => {
    if (role === 'system' || user_id === user.id) return null
    if (role === 'contact') return partner
    return role === 'operator' ? words.colleague : ai_employee.name
  }
  const owner = assigned_user?.name ?? words.somebody
  const notice = () => {
    if (isMine) return null
    return assigned_user_id ? words.noticeAnother(owner) : words.noticeTakes(ai_employee.name)
  }
  return (
    <>
      <div ref={bars} className="shrink-0">
        <MarkBar conversation={conversation} />
        <OwnerBar
          conversation={conversation}
          busy={isPending}
          onTake={take}
          onHandBack={handBack}
          onGive={(id) => give(id)}
        />
        {conversation.call && <CallBar conversation_id={conversation.id} />}
      </div>
      {!query.data && query.isError && <LoadFailed title={words.conversationFailed} query={query} />}
      {!query.data && !query.isError && <div data-waiting className="grow" />}
      {query.data && (
        <Suspense fallback={<div data-waiting className="grow" />}>
          <Messages
            conversation={conversation}
            thread={query.data}
            older={older}
            named={named}
            outgoing={replying.outgoing}
            owner={owner}
            onRetry={replying.retry}
            onTakeOverAndRetry={takeOverAndRetry}
            onGiveUp={replying.giveUp}
          />
        </Suspense>
      )}
      <LiveStatus messages={query.data?.messages} speakerOf={speakerOf} />
      <TypingLine conversationId={conversation.id} draftKey={draftKey} />
      <Compose conversation={conversation} replyDraft={draftKey} onLeave={onLeave}>
        <SuggestionLine suggestion={suggestion} teammate={ai_employee.name} draftKey={draftKey} />
        <ReplyBox
          draftKey={draftKey}
          contact={partner}
          notice={notice()}
          values={cannedValuesOf(conversation, user)}
          onSend={(text) => replying.send(text)}
          onTyping={announceTyping}
          onLeave={onLeave}
        >
          <SuggestButton suggestion={suggestion} />
        </ReplyBox>
      </Compose>
    </>
  )
}

type MessagesProps = {
  conversation: InboxConversationDetail
  thread: Thread
  older: ReturnType<typeof useMessagesOf>['older']
  named: string | undefined
  outgoing: OutgoingReply[]
  owner: string
  onRetry: (reply: OutgoingReply) => void
  onTakeOverAndRetry: (reply: OutgoingReply) => void
  onGiveUp: (reply: OutgoingReply) => void
}

function Messages({ conversation, thread, older, named, outgoing, ...actions }: MessagesProps) {
  use(parts)
  const words = useMessages(inboxMessages)
  const scroll = useStickyScroll()
  const { messages } = thread
  const { user } = useSession()
  const isWhole = thread.older === null
  const { notes, ...reading } = useNotes(conversation.id, messages[0]?.id, isWhole)
  const entries = withNotes(messages, notes, isWhole)
  const last = entries.at(-1)
  const lastOwnNote = notes.findLast(({ author }) => author?.id === user.id)?.id
  const lastOutgoing = outgoing.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: sending is what jumps
  useLayoutEffect(scroll.jump, [lastOutgoing, lastOwnNote])
  useNamedMessage({ named, messages, hasOlder: thread.older !== null, older, onFound: scroll.leave })
  useEffect(() => {
    // Anyone who came by the list continues by its keys; on a phone the list is gone, and this is what there is. No ring: nobody
    // moved here by a key.
    const messages = document.getElementById(messagesId)
    if (document.activeElement === document.body) messages?.focus({ focusVisible: false })
  }, [])
  return (
    <MessageScroll
      id={messagesId}
      label={words.messages(partnerOf(conversation))}
      scroll={scroll}
      messages={messages}
      hasOlder={!isWhole}
      older={older}
    >
      {entries.map((entry) =>
        entry.kind === 'note' ? (
          <NoteRow key={entry.note.id} note={entry.note} isLast={entry === last} />
        ) : (
          <MessageRow
            key={entry.message.id}
            message={entry.message}
            teammate={conversation.ai_employee.name}
            contact={partnerOf(conversation)}
            isLast={entry === last}
          />
        ),
      )}
      <NotesFailed {...reading} />
      {outgoing.map((each) => (
        <OutgoingReplyRow key={each.id} outgoing={each} {...actions} />
      ))}
    </MessageScroll>
  )
}
