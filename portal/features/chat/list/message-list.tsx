import { ArrowDown } from 'lucide-react'
import { use, useEffect, useLayoutEffect } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Reached } from '../../../ui/reached.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { chatMessages } from '../messages.ts'
import type { Outgoing } from '../thread/use-sending.ts'
import type { Older } from '../thread/use-thread.ts'
import { loadAnswerParts } from './answer.tsx'
import { MessageRow } from './message-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import { useKeptPlace } from './use-kept-place.ts'
import { useNamedMessage } from './use-named-message.ts'
import { useStickyScroll } from './use-sticky-scroll.ts'

type MessageListProps = {
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

/** So many rows weigh on a phone; those that came by scrolling up go when the reader is back at the newest. */
const manyRows = 300

export function MessageList(props: MessageListProps) {
  const { name, messages, named, outgoing, hasOlder, older, onAskAgain, onRetry, onGiveUp } = props
  use(loadAnswerParts())
  const words = useMessages(chatMessages)
  const { frame, content, isAway, jump, leave, onScroll } = useStickyScroll()
  const lastOutgoing = outgoing.at(-1)?.id
  const lastId = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: sending is what jumps
  useLayoutEffect(jump, [lastOutgoing])
  useKeptPlace(frame, messages[0]?.id)
  useNamedMessage({ named, messages, hasOlder, older, onFound: leave })
  const isHeavy = messages.length > manyRows && !isAway
  // biome-ignore lint/correctness/useExhaustiveDependencies: only becoming heavy is a reason
  useEffect(() => {
    if (isHeavy) older.letGo()
  }, [isHeavy])

  return (
    <div className="relative min-h-0 grow">
      <section
        ref={frame}
        onScroll={onScroll}
        aria-label={words.messages(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={content} className="mx-auto w-full max-w-3xl px-4 pt-4 pb-2 md:px-6">
          {hasOlder && (
            <div className="flex h-10 items-center justify-center gap-3 pb-4 text-xs text-faint">
              {!older.isPending && !older.isError && <Reached key={messages[0]?.id} onReached={older.load} />}
              {older.isPending && <Spinner label={words.loading} />}
              {older.isError && (
                <>
                  {words.olderFailed}
                  <Button size="small" onClick={older.load}>
                    {words.retry}
                  </Button>
                </>
              )}
            </div>
          )}
          <ol>
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
          </ol>
        </div>
      </section>
      {isAway && (
        <IconButton
          label={words.jumpToNewest}
          look="secondary"
          onClick={jump}
          className="absolute bottom-3 left-1/2 size-9! -translate-x-1/2 animate-[fade_150ms] rounded-full! shadow-float pointer-coarse:size-10!"
        >
          <ArrowDown aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
