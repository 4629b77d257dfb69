import { memo, Suspense, useDeferredValue } from 'react'
import { preloadable, usePart } from '../../lib/preloadable.ts'
import { whenReachable } from '../../lib/when-reachable.ts'

const markdown = preloadable(() => whenReachable(() => import('./markdown.tsx')).then(({ Markdown }) => Markdown))

/** Where it fails, the text is shown as it was typed. */
export const preloadMarkdown = () => markdown.preload().catch(() => undefined)

/** Plain until the Markdown chunk is there. A long answer is laid out with less haste than a key press. */
export const Prose = memo(function Prose({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  const Markdown = usePart(markdown)
  const shown = useDeferredValue(text)
  return (
    <Suspense fallback={<div className="markdown whitespace-pre-wrap">{shown}</div>}>
      <Markdown text={shown} isStreaming={isStreaming} />
    </Suspense>
  )
})
