import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { InViewSentinel } from '../../../ui/in-view-sentinel.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { conversationMessages } from '../messages.ts'
import { useKeptPlace } from './use-kept-place.ts'
import type { StickyScroll } from './use-sticky-scroll.ts'

export type Older = {
  load: () => void
  /** Gives back what was read of the past. */
  letGo: () => void
  isPending: boolean
  isError: boolean
}

type MessageScrollProps = {
  label: string
  scroll: StickyScroll
  messages: readonly { id: string }[]
  hasOlder: boolean
  older: Older
  /** For code that moves the focus here. */
  id?: string
  children: ReactNode
}

/** So many rows weigh on a phone; those that came by scrolling up go when the reader is back at the newest. */
const manyRows = 300

/** The frame in which messages scroll: at the newest until the reader leaves it, the past on the way up. */
export function MessageScroll({ label, scroll, messages, hasOlder, older, id, children }: MessageScrollProps) {
  const words = useMessages(conversationMessages)
  const { frame, content, isAway, jump, onScroll } = scroll
  useKeptPlace(frame, messages[0]?.id)
  const isHeavy = messages.length > manyRows && !isAway
  // biome-ignore lint/correctness/useExhaustiveDependencies: only becoming heavy is a reason
  useEffect(() => {
    if (isHeavy) older.letGo()
  }, [isHeavy])
  return (
    <div className="relative min-h-0 grow">
      <section
        ref={frame}
        id={id}
        onScroll={onScroll}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={content} className="mx-auto w-full max-w-3xl px-4 pt-4 pb-2 md:px-6">
          {hasOlder && (
            <div className="flex h-10 items-center justify-center gap-3 pb-4 text-xs text-faint">
              {!older.isPending && !older.isError && <InViewSentinel key={messages[0]?.id} onReached={older.load} />}
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
          <ol>{children}</ol>
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
