import { useMemo } from 'react'
import { storedChoice, useChoice } from '../../../lib/stored.ts'
import { columns, type Sorting } from './arrange.ts'

const values = columns.flatMap((column) => [`${column} up`, `${column} down`])
const kept = storedChoice('alongside:storage-order', values, () => 'name up')

/** The order of lists, kept for the next visit. */
export function useSorting(): [Sorting, (sorting: Sorting) => void] {
  const value = useChoice(kept)
  const sorting = useMemo(() => {
    const column = columns.find((one) => value.startsWith(`${one} `)) ?? 'name'
    return { column, descending: value.endsWith(' down') }
  }, [value])
  return [sorting, (next) => kept.set(`${next.column} ${next.descending ? 'down' : 'up'}`)]
}
