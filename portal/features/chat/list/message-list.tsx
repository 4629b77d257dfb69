import { ArrowDown } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { MessageRow } from './message-row.tsx'
import { chatMessages } from '../messages.ts'
import { OutgoingRow } from './outgoing-row.tsx'
import type { Outgoing } from '../thread/use-sending.ts'
import { useStickyScroll } from './use-sticky-scroll.ts'

export type Older = { load: () => void; isPending: boolean; isError: boolean }

type MessageListProps = {
  name: string
  messages: Message[]
  outgoing: Outgoing[]
  hasOlder: boolean
  older: Older
  onSend: (text: string) => void
  onRetry: (outgoing: Outgoing) => void
}

export function MessageList({ name, messages, outgoing, hasOlder, older, onSend, onRetry }: MessageListProps) {
  const words = useMessages(chatMessages)
  const { frame, content, isAway, jump, onScroll } = useStickyScroll()
  const askAgain = useAskAgain(messages, onSend)
  const lastOutgoing = outgoing.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: sending is what jumps
  useLayoutEffect(jump, [lastOutgoing])
  useKeptPlace(frame, messages[0]?.id)

  return (
    <div className="relative min-h-0 grow">
      <section
        ref={frame}
        onScroll={onScroll}
        aria-label={words.messages(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={content} className="mx-auto w-full max-w-3xl px-4 pt-6 pb-4 md:px-6">
          {hasOlder && <OlderMessages key={messages[0]?.id} frame={frame} older={older} />}
          <ol className="space-y-4">
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} name={name} onAskAgain={askAgain} />
            ))}
            {outgoing.map((each) => (
              <OutgoingRow key={each.id} outgoing={each} onRetry={onRetry} />
            ))}
          </ol>
        </div>
      </section>
      {isAway && (
        <IconButton
          label={words.jumpToNewest}
          look="secondary"
          onClick={jump}
          className="absolute bottom-3 left-1/2 size-9! -translate-x-1/2 animate-[fade_150ms] rounded-full! shadow-float"
        >
          <ArrowDown aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** Comes into view, loads, and is replaced by the next one as soon as older messages stand above. */
function OlderMessages({ frame, older }: { frame: RefObject<HTMLElement | null>; older: Older }) {
  const words = useMessages(chatMessages)
  const mark = useRef<HTMLDivElement>(null)
  const load = useRef(older.load)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && load.current(),
      {
        root: frame.current,
        rootMargin: '400px',
      },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [frame])
  return (
    <div ref={mark} className="flex h-10 items-center justify-center gap-3 pb-4 text-xs text-faint">
      {older.isError ? (
        <>
          {words.olderFailed}
          <Button size="small" onClick={older.load}>
            {words.retry}
          </Button>
        </>
      ) : (
        older.isPending && <Spinner label={words.loading} />
      )}
    </div>
  )
}

/** What is added above must not move what is being read. */
function useKeptPlace(frame: RefObject<HTMLElement | null>, firstId: string | undefined): void {
  const before = useRef({ firstId, height: 0 })
  useLayoutEffect(() => {
    if (!frame.current) return
    const height = frame.current.scrollHeight
    if (before.current.firstId !== firstId && before.current.height > 0) {
      frame.current.scrollTop += height - before.current.height
    }
    before.current = { firstId, height }
  })
}

/** A failed answer is asked for again with the message that it was to answer. */
function useAskAgain(messages: Message[], onSend: (text: string) => void): (failed: Message) => void {
  const latest = useRef({ messages, onSend })
  useLayoutEffect(() => {
    latest.current = { messages, onSend }
  })
  return useCallback((failed: Message) => {
    const asked = latest.current.messages.findLast(({ id, role }) => role === 'contact' && id < failed.id)
    if (asked) latest.current.onSend(asked.content)
  }, [])
}
