import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { conversationMessages } from '../messages.ts'

/** How the teammate came to its answer, folded. How long it took is known to those who saw it happen. */
export function Thinking({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  const words = useMessages(conversationMessages)
  const seconds = useSecondsOf(isStreaming)
  return (
    <details className="group/fold mb-1.5">
      <summary className="-ml-1 inline-flex h-7 items-center gap-1 rounded-md px-1 text-xs text-muted select-none hover:text-ink pointer-coarse:h-10">
        <span className={isStreaming ? 'animate-pulse' : undefined}>
          {isStreaming ? words.thinking : seconds ? words.thoughtFor(seconds) : words.thought}
        </span>
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/fold:rotate-90" />
      </summary>
      <p className="mt-1 mb-2 ml-0.5 border-l-2 border-line py-0.5 pl-3.5 text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap text-muted">
        {text}
      </p>
    </details>
  )
}

function useSecondsOf(running: boolean): number | undefined {
  const began = useRef<number | undefined>(undefined)
  const [seconds, setSeconds] = useState<number>()
  useEffect(() => {
    if (running) began.current ??= performance.now()
    else if (began.current !== undefined)
      setSeconds(Math.max(1, Math.round((performance.now() - began.current) / 1000)))
  }, [running])
  return seconds
}
