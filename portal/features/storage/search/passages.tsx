import type { SemanticFindings } from '#contracts/storage-search.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Highlighted } from '../../page-parts/highlighted.tsx'
import { excerptOf } from './excerpt-of.ts'
import { FoundFile, usePlaceWords } from './found-file.tsx'
import { searchMessages } from './messages.ts'

type PassagesProps = {
  findings: SemanticFindings
  wanted: string
  onOpen: (entry: { path: string; type: 'file'; line?: number }) => void
}

/** Matching passages, best first, grouped by file. */
export function Passages({ findings, wanted, onOpen }: PassagesProps) {
  const words = useMessages(searchMessages)
  const placeOf = usePlaceWords()
  const marked = wanted.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return (
    <ul className="space-y-3">
      {[...Map.groupBy(findings.results, ({ path }) => path)].map(([path, passages]) => (
        <FoundFile key={path} path={path} onOpen={() => onOpen({ path, type: 'file' })}>
          {passages.map((found) => {
            const place = placeOf(found)
            const lines = words.lines(found.first_line, found.last_line)
            return (
              <button
                key={`${place} ${found.first_line}`}
                type="button"
                onClick={() => onOpen({ path, type: 'file', ...(place === '' && { line: found.first_line }) })}
                className="block w-full border-t border-line px-3 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="line-clamp-4 text-sm wrap-anywhere whitespace-pre-line text-muted">
                  <Highlighted text={excerptOf(found.passage, marked)} wanted={marked} />
                </span>
                <span className="mt-1 block text-2xs text-faint">{[place, lines].filter(Boolean).join(', ')}</span>
              </button>
            )
          })}
        </FoundFile>
      ))}
    </ul>
  )
}
