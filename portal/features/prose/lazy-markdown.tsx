import { memo, Suspense, useDeferredValue } from 'react'
import { preloadable, usePart } from '../../lib/preloadable.ts'
import { whenReachable } from '../../lib/when-reachable.ts'

const markdown = preloadable(() => whenReachable(() => import('./markdown.tsx')).then(({ Markdown }) => Markdown))

/** Where it fails, the text is shown as it was typed. */
export const preloadMarkdown = () => markdown.preload().catch(() => undefined)

type ProseProps = {
  text: string
  isStreaming: boolean
  /** Places in files of the storage, as answers name them, lead there. */
  linksFiles?: boolean
}

/** Plain until the Markdown chunk is there. A long answer is laid out with less haste than a key press. */
export const Prose = memo(function Prose({ text, isStreaming, linksFiles = false }: ProseProps) {
  const Markdown = usePart(markdown)
  const shown = useDeferredValue(text)
  return (
    <Suspense
      fallback={
        <div data-waiting className="markdown whitespace-pre-wrap">
          {shown}
        </div>
      }
    >
      <Markdown text={shown} isStreaming={isStreaming} linksFiles={linksFiles} />
    </Suspense>
  )
})
