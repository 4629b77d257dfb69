import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { partsOf } from '../../../lib/passage.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ScrollingText } from '../../../ui/scrolling.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { CopyText } from '../../page-parts/copy-text.tsx'
import { Highlighted } from '../../page-parts/highlighted.tsx'
import { runMessages } from './messages.ts'

/** As much as a browser shows at once without a pause. */
const MAX_CHARACTERS = 100_000

/** A text to read and to search in. What is found is counted, and looked at one after the other. */
export function PayloadText({ text }: { text: string }) {
  const own = useMessages(runMessages)
  const language = useLanguage()
  const [isWhole, setWhole] = useState(false)
  const [typed, setTyped] = useState('')
  const wanted = useSettled(typed)
  const [at, setAt] = useState(0)
  const box = useRef<HTMLPreElement>(null)
  const isCut = !isWhole && text.length > MAX_CHARACTERS
  const shown = isCut ? text.slice(0, MAX_CHARACTERS) : text
  const count = wanted.trim() === '' ? 0 : partsOf(shown, wanted).filter(({ isFound }) => isFound).length
  const go = (by: number) => setAt((before) => (count === 0 ? 0 : (before + by + count) % count))
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words begin at their first match
  useEffect(() => setAt(0), [wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks follow from the words that are wanted
  useEffect(() => {
    const marks = box.current?.querySelectorAll('mark')
    marks?.[at]?.scrollIntoView({ block: 'nearest' })
    for (const [index, mark] of [...(marks ?? [])].entries()) mark.classList.toggle('outline-2', index === at)
  }, [at, wanted, shown])
  if (text === '') return <p className="rounded-xl border border-line px-3.5 py-3 text-sm text-muted">{own.nothing}</p>
  return (
    <div className="rounded-xl border border-line">
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
        <SearchField label={own.find} value={typed} onChange={setTyped} className="grow basis-40 sm:max-w-72" />
        {wanted.trim() !== '' && (
          <div className="flex items-center gap-1 text-xs text-muted tabular-nums">
            <span role="status">{count === 0 ? own.noMatches : own.matches(at + 1, count)}</span>
            <IconButton label={own.previousMatch} disabled={count === 0} onClick={() => go(-1)}>
              <ChevronUp aria-hidden />
            </IconButton>
            <IconButton label={own.nextMatch} disabled={count === 0} onClick={() => go(1)}>
              <ChevronDown aria-hidden />
            </IconButton>
          </div>
        )}
        <div className="grow" />
        <CopyText label={own.copyPart} text={text} />
      </div>
      <ScrollingText
        ref={box}
        className="max-h-128 overflow-auto p-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
      >
        <Highlighted text={shown} wanted={wanted} />
      </ScrollingText>
      {isCut && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line p-2 text-xs text-muted">
          {own.cut(formatNumber(MAX_CHARACTERS, language), formatNumber(text.length, language))}
          <Button size="small" onClick={() => setWhole(true)}>
            {own.showAll}
          </Button>
        </div>
      )}
    </div>
  )
}
