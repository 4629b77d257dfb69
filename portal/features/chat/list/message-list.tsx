import { use, useLayoutEffect } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { MessageScroll, type Older } from '../../conversation/list/message-scroll.tsx'
import { useNamedMessage } from '../../conversation/list/use-named-message.ts'
import { useStickyScroll } from '../../conversation/list/use-sticky-scroll.ts'
import { chatMessages } from '../messages.ts'
import type { Outgoing } from '../thread/use-sending.ts'
import { MessageRow } from './message-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'

type MessageListProps = {
  /** Resolves when all that messages consist of is here. */
  parts: Promise<unknown>
  name: string
  messages: Message[]
  /** The message to bring into view. */
  named: string | undefined
  outgoing: Outgoing[]
  hasOlder: boolean
  older: Older
  onAskAgain: (answer: Message) => void
  onRetry: (outgoing: Outgoing) => void
  onGiveUp: (outgoing: Outgoing) => void
}

export function MessageList(props: MessageListProps) {
  const { parts, name, messages, named, outgoing, hasOlder, older, onAskAgain, onRetry, onGiveUp } = props
  use(parts)
  const words = useMessages(chatMessages)
  const scroll = useStickyScroll()
  const lastOutgoing = outgoing.at(-1)?.id
  // The end of a call is no message: the answer before it can still be asked for again.
  const lastId = messages.findLast(({ system_event }) => system_event?.type !== 'call_ended')?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: sending is what jumps
  useLayoutEffect(scroll.jump, [lastOutgoing])
  useNamedMessage({ named, messages, hasOlder, older, onFound: scroll.leave })

  return (
    <MessageScroll label={words.messages(name)} scroll={scroll} messages={messages} hasOlder={hasOlder} older={older}>
      {messages.map((message) => (
        <MessageRow
          key={message.id}
          message={message}
          name={name}
          isLast={message.id === lastId}
          onAskAgain={onAskAgain}
        />
      ))}
      {outgoing.map((each) => (
        <OutgoingRow key={each.id} outgoing={each} onRetry={onRetry} onGiveUp={onGiveUp} />
      ))}
    </MessageScroll>
  )
}
