import { useMemo, useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { fileMessages } from './messages.ts'
import type { Table } from './parse-table.ts'

const rowsAtOnce = 500
const maxColumns = 100

/** Rows and columns, the first row as their heads. */
export function TableView({ table }: { table: Table }) {
  const words = useMessages(fileMessages)
  const language = useLanguage()
  const [shown, setShown] = useState(rowsAtOnce)
  const [heads = [], ...rows] = table.rows
  const columns = useMemo(() => Array.from({ length: Math.min(table.columns, maxColumns) }, (_, at) => at), [table])
  if (table.rows.length === 0) return <EmptyState title={words.emptyTable} />
  const number = (count: number) => formatNumber(count, language)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
    <div tabIndex={0} className="min-h-0 grow overflow-auto focus-visible:-outline-offset-2">
      <table className="border-separate border-spacing-0 text-xs">
        <thead>
          <tr>
            <td className={`${headClass} left-0 z-20 w-10`} />
            {columns.map((column) => (
              <th key={column} scope="col" className={`${headClass} z-10 font-semibold`}>
                {heads[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={index} className="hover:bg-hover">
              <th
                scope="row"
                className="sticky left-0 border-r border-b border-line bg-canvas px-2 text-right font-normal text-faint tabular-nums"
              >
                {index + 2}
              </th>
              {columns.map((column) => (
                <td
                  key={column}
                  className="max-w-80 min-w-20 truncate border-r border-b border-line px-3 py-1.5 hover:break-words hover:whitespace-pre-wrap"
                >
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {(rows.length > shown || table.columns > maxColumns) && (
        <div className="sticky left-0 flex w-fit flex-wrap items-center gap-3 px-4 py-3 text-xs text-muted">
          {rows.length > shown && (
            <>
              {words.moreRows(number(shown), number(rows.length))}
              <Button size="small" onClick={() => setShown(shown * 2)}>
                {words.showMore}
              </Button>
            </>
          )}
          {table.columns > maxColumns && words.moreColumns(maxColumns, table.columns)}
        </div>
      )}
    </div>
  )
}

const headClass =
  'sticky top-0 max-w-80 truncate border-r border-b border-line bg-canvas px-3 py-2 text-left whitespace-nowrap'
