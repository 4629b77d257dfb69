import { lazy, memo, Suspense, useDeferredValue } from 'react'

const load = () => import('./markdown.tsx')
const Markdown = lazy(() => load().then(({ Markdown }) => ({ default: Markdown })))

export function preloadMarkdown(): void {
  // Where it fails, the first answer tries again and shows plain text until then.
  load().catch(() => undefined)
}

/** Plain until the Markdown chunk is there. A long answer is laid out with less haste than a key press. */
export const Prose = memo(function Prose({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  const shown = useDeferredValue(text)
  return (
    <Suspense fallback={<div className="markdown whitespace-pre-wrap">{shown}</div>}>
      <Markdown text={shown} isStreaming={isStreaming} />
    </Suspense>
  )
})
