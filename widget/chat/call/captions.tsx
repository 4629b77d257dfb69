import { useEffect, useRef } from 'preact/hooks'
import type { CallState, Caption } from '#voice-client/call-state.ts'
import { callWords } from './call-words.ts'

/** What both sides say, as it is said; whole sentences of the teammate are read out to a screen reader. */
export function Captions({ state, name }: { state: CallState; name: string }) {
  const words = callWords()
  const { captions, phase } = state
  const list = useRef<HTMLElement>(null)
  const speakerOf = ({ role, speaker }: Caption) => (role === 'user' ? words.you : (speaker ?? name))
  const newest = captions.findLast(({ is_final }) => is_final)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the end is followed as the text grows
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [captions])

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what was said */}
      <section class="call-captions" ref={list} aria-label={words.captions} tabIndex={0}>
        {captions.length === 0 && phase !== 'ended' && <p class="call-empty">{words.noCaptions}</p>}
        <ul>
          {captions.map((caption) => (
            <li
              key={`${caption.role} ${caption.message_id}`}
              class={caption.role === 'user' ? 'caption own-caption' : 'caption'}
              data-final={caption.is_final}
            >
              <span class="caption-who">{speakerOf(caption)}</span>
              <span class="caption-text">{caption.text}</span>
              {caption.is_interrupted && <span class="caption-mark">{words.interrupted}</span>}
            </li>
          ))}
        </ul>
      </section>
      <div class="unseen" aria-live="polite">
        {newest && `${speakerOf(newest)}: ${newest.text}`}
      </div>
    </>
  )
}
