import { ChevronRight } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { chatMessages } from '../messages.ts'

/** How the teammate came to its answer, folded. */
export function Thinking({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  const words = useMessages(chatMessages)
  return (
    <details className="group/fold mb-1">
      <summary className="-ml-1 inline-flex h-7 items-center gap-1.5 rounded-md px-1 text-xs text-muted select-none hover:text-ink">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/fold:rotate-90" />
        {isStreaming ? words.thinking : words.thought}
        {isStreaming && <Spinner className="size-3 text-faint" />}
      </summary>
      <p className="mt-1 ml-1.5 border-l-2 border-line py-0.5 pl-3.5 text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap text-muted">
        {text}
      </p>
    </details>
  )
}
