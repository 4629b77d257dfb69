import { Component } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Message } from '#contracts/conversations.ts'
import { hasArrived } from '#thread/outgoing.ts'
import { readOlder } from '../state/messages.ts'
import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { Icon } from './icon.tsx'
import { isRenderable, MessageRow, OutgoingRow } from './message.tsx'
import { dayOf, dayText } from './times.ts'
import { TypingRow } from './typing.tsx'

const BLOCK = 40
const NEAR_PX = 80

/**
 * The messages in blocks: of a long conversation only the block that changed is drawn again, and the browser leaves out
 * what is out of sight.
 */
export function MessageList() {
  const words = getWords()
  const thread = useChat((state) => state.thread)
  const outbox = useChat((state) => state.outbox)
  const isRead = useChat((state) => state.isThreadRead)
  const isReadingOlder = useChat((state) => state.isReadingOlder)
  const greeting = useChat(({ init, settings, overrides }) => {
    const text = overrides.greeting ?? settings.greeting
    return text || words.greeting(init?.ai_employee.name ?? '')
  })
  const { messages, older, conversation_id } = thread
  const blocks = useBlocks(messages)
  const own = outbox.filter(
    (one) => one.conversation_id === conversation_id && !hasArrived(messages, one.client_message_id),
  )

  const list = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const before = useRef({ first: '', height: 0, top: 0, conversation: conversation_id, own: 0 })
  const [hasNewMessages, setHasNewMessages] = useState(false)
  const [isAway, setAway] = useState(false)

  const toEnd = useCallback(() => {
    const box = list.current
    if (box) box.scrollTop = box.scrollHeight
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes in the thread changes its height
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const { first, height, conversation, own: ownBefore } = before.current
    const next = messages[0]?.id ?? ''
    if (conversation !== conversation_id || own.length > ownBefore) isAtEnd.current = true
    if (isAtEnd.current) toEnd()
    // What was read stays where it is when older messages come in above it.
    else if (first && next < first) box.scrollTop = before.current.top + (box.scrollHeight - height)
    else setHasNewMessages(true)
    before.current = {
      first: next,
      height: box.scrollHeight,
      top: box.scrollTop,
      conversation: conversation_id,
      own: own.length,
    }
  }, [thread, own.length])

  const onScroll = () => {
    const box = list.current
    if (!box) return
    const { scrollHeight, scrollTop, clientHeight } = box
    const { top, height } = before.current
    const away = scrollHeight - scrollTop - clientHeight
    // More may have come below since the scrolling: only a way up leaves the end, and no browser that had less to scroll.
    if (away < NEAR_PX) isAtEnd.current = true
    else if (scrollTop < top && scrollHeight >= height) isAtEnd.current = false
    Object.assign(before.current, { top: scrollTop, height: scrollHeight })
    setAway(!isAtEnd.current)
    if (isAtEnd.current) setHasNewMessages(false)
    if (scrollTop < clientHeight && older) void readOlder()
  }

  useEffect(() => {
    const box = list.current
    if (!box) return
    // A keyboard or a growing field takes room from below: who was at the end stays there.
    const observer = new ResizeObserver(() => isAtEnd.current && toEnd())
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [toEnd])

  // A short page of messages does not fill the window, and one that replaces what was read at its top cannot be scrolled up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that comes may still be too short
  useEffect(() => {
    const box = list.current
    if (!box || !older) return
    const isAtTop = !isAtEnd.current && box.scrollTop < box.clientHeight
    if (isAtTop || box.scrollHeight <= box.clientHeight + NEAR_PX) void readOlder()
  }, [older, messages.length])

  return (
    <div class="messages">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="messages-scroll" ref={list} onScroll={onScroll} aria-label={words.messages} tabIndex={0}>
        <div class="messages-inner" aria-busy={!isRead}>
          {older && <p class="system">{isReadingOlder ? words.older : ''}</p>}
          {!older && isRead && (
            <article class="message answer">
              <div class="bubble">{greeting}</div>
            </article>
          )}
          {blocks.map((block) => (
            <MessageBlock key={block.key} messages={block.messages} dayBefore={block.dayBefore} />
          ))}
          {own.map((message) => (
            <OutgoingRow key={message.client_message_id} message={message} />
          ))}
          <TypingRow isSending={own.some(({ failure, due }) => failure === null && !due)} />
        </div>
      </section>
      {isAway && (
        <button type="button" class="latest" aria-label={words.latest} onClick={toEnd}>
          {hasNewMessages && <span>{words.newMessages}</span>}
          <Icon name="latest" size={18} />
        </button>
      )}
    </div>
  )
}

type BlockOf = { key: string; messages: Message[]; dayBefore: number }

/** Blocks are cut by what is newest in them, so that older messages do not shift those that stand. */
function useBlocks(messages: Message[]): BlockOf[] {
  const known = useRef<BlockOf[]>([])
  return useMemo(() => {
    const shown = messages.filter(isRenderable)
    const cuts: Message[][] = []
    for (let end = shown.length; end > 0; ) {
      // The newest block grows until it is full; the others are whole.
      const size = cuts.length === 0 ? shown.length % BLOCK || BLOCK : BLOCK
      cuts.unshift(shown.slice(Math.max(0, end - size), end))
      end -= size
    }
    let dayBefore = 0
    known.current = cuts.map((cut) => {
      const key = cut[0]?.id ?? ''
      const last = known.current.find((block) => block.key === key)
      const isSame =
        last && last.messages.length === cut.length && last.messages.every((message, at) => message === cut[at])
      const block = isSame && last.dayBefore === dayBefore ? last : { key, messages: cut, dayBefore }
      dayBefore = dayOf(cut.at(-1)?.created_at ?? '')
      return block
    })
    return known.current
  }, [messages])
}

class MessageBlock extends Component<{ messages: Message[]; dayBefore: number }> {
  override shouldComponentUpdate(next: { messages: Message[]; dayBefore: number }) {
    return next.messages !== this.props.messages || next.dayBefore !== this.props.dayBefore
  }

  override render() {
    let day = this.props.dayBefore
    return (
      <div class="messages-block">
        {this.props.messages.flatMap((message) => {
          const isNewDay = dayOf(message.created_at) !== day
          day = dayOf(message.created_at)
          const row = <MessageRow key={message.id} message={message} />
          return isNewDay
            ? [
                <p key={`day ${message.id}`} class="day">
                  <span>{dayText(day)}</span>
                </p>,
                row,
              ]
            : [row]
        })}
      </div>
    )
  }
}
