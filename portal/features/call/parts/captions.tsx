import { useEffect, useRef } from 'react'
import type { CallState, Caption } from '#voice-client/call-state.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { callMessages } from '../messages.ts'

/** What both sides say, as it is said; whole sentences of the others are read out to a screen reader. */
export function Captions({ state, name }: { state: CallState; name: string }) {
  const words = useMessages(callMessages)
  const { captions, phase } = state
  const box = useRef<HTMLElement>(null)
  const speakerOf = ({ role, speaker }: Caption) => (role === 'user' ? words.you : (speaker ?? name))
  const newest = captions.findLast(({ is_final, role }) => is_final && role !== 'user')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end is followed as the text grows
  useEffect(() => {
    // Newer browsers return a promise from it, which React would take for the end of the effect.
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [captions])

  return (
    <>
      <section
        ref={box}
        aria-label={words.captions}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what was said
        tabIndex={0}
        className="max-h-32 min-h-10 overflow-y-auto rounded-lg text-sm"
      >
        {captions.length === 0 && phase !== 'ended' && <p className="text-center text-muted">{words.noCaptions}</p>}
        <ul className="flex flex-col gap-1.5">
          {captions.map((caption) => (
            <li key={`${caption.role} ${caption.message_id}`} className="wrap-anywhere whitespace-pre-line">
              <span className="font-medium">{speakerOf(caption)}: </span>
              <span className={caption.role === 'user' ? 'text-muted' : undefined}>{caption.text}</span>
              {caption.is_interrupted && <span className="ml-1.5 text-2xs text-muted italic">{words.interrupted}</span>}
            </li>
          ))}
        </ul>
      </section>
      <div aria-live="polite" className="sr-only">
        {newest && `${speakerOf(newest)}: ${newest.text}`}
      </div>
    </>
  )
}
