import type { ExactFindings } from '#contracts/storage-search.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Highlighted } from '../../page-parts/highlighted.tsx'
import { FoundFile, usePlaceWords } from './found-file.tsx'
import { searchMessages } from './messages.ts'

type ExactFilesProps = {
  findings: ExactFindings
  wanted: string
  onOpen: (entry: { path: string; type: 'file'; line?: number }) => void
}

/** Files that contain these characters; the first of them with the matching lines. */
export function ExactFiles({ findings, wanted, onOpen }: ExactFilesProps) {
  const words = useMessages(searchMessages)
  const language = useLanguage()
  const placeOf = usePlaceWords()
  return (
    <>
      <p className="mb-2 text-xs text-muted">
        {words.files(formatNumber(findings.matched_files, language), findings.truncated)}
        {findings.resultsTruncated && ` · ${words.notAll}`}
      </p>
      <ul className="space-y-3">
        {findings.results.map(({ path, matches, lines = [] }) => (
          <FoundFile
            key={path}
            path={path}
            note={matches > 0 && words.matches(matches)}
            onOpen={() => onOpen({ path, type: 'file' })}
          >
            {lines.length > 0 && (
              <div className="border-t border-line py-1.5 font-mono text-xs">
                {lines.map((found) => {
                  const place = placeOf(found)
                  return (
                    <button
                      key={`${place} ${found.line}`}
                      type="button"
                      onClick={() => onOpen({ path, type: 'file', ...(place === '' && { line: found.line }) })}
                      className="flex w-full gap-3 px-3 py-0.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
                    >
                      <span className="w-12 shrink-0 text-right text-faint tabular-nums" title={place}>
                        {place && `${place.replace(/\D+/g, '')}:`}
                        {found.line}
                      </span>
                      <span
                        className={classNames('line-clamp-2 min-w-0 wrap-anywhere', !found.is_match && 'text-faint')}
                      >
                        <Highlighted text={found.text} wanted={wanted} />
                      </span>
                    </button>
                  )
                })}
              </div>
            )}
          </FoundFile>
        ))}
      </ul>
    </>
  )
}
