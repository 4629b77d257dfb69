import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { fileMessages } from './messages.ts'
import { readSheets } from './read-sheets.ts'
import { TableView } from './table-view.tsx'
import { useBytes } from './use-bytes.ts'
import { WaitingFile } from './waiting-file.tsx'

export function SheetsView({ entry, sheet: first = 1 }: { entry: StorageEntry; sheet: number | undefined }) {
  const words = useMessages(fileMessages)
  const bytes = useBytes(entry)
  const { data: sheets, isError } = useQuery({
    queryKey: ['sheets', entry.path, entry.modified_at],
    queryFn: ({ signal }) => readSheets(bytes.data ?? new Blob(), signal),
    enabled: bytes.data !== undefined,
    gcTime: 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [shown, setShown] = useState(first - 1)
  if (bytes.isError) return <LoadFailed title={words.failed} query={bytes} />
  if (isError) return <EmptyState alert title={words.sheetsFailed} />
  if (!sheets) return <WaitingFile />
  const sheet = sheets[shown] ?? sheets[0]
  if (!sheet) return <EmptyState title={words.emptyTable} />
  return (
    <>
      <TableView key={sheet.name} table={sheet} />
      {sheets.length > 1 && (
        <fieldset
          aria-label={words.sheets}
          className="flex shrink-0 gap-0.5 overflow-x-auto border-t border-line p-1.5"
        >
          {sheets.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              aria-pressed={sheet.name === name}
              onClick={() => setShown(index)}
              className={classNames(
                'h-8 rounded-md px-3 text-xs whitespace-nowrap text-muted hover:bg-hover pointer-coarse:h-10',
                sheet.name === name && 'bg-selected font-medium text-ink',
              )}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}
