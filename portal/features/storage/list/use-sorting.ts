import { useMemo } from 'react'
import { storedChoice, useChoice } from '../../../lib/stored.ts'
import { columns, type Sorting } from './arrange.ts'

const values = columns.flatMap((column) => [`${column} up`, `${column} down`])
const chosenOrder = storedChoice('alongside:storage-order', values, () => 'name up')

/** The order of lists, chosenOrder for the next visit. */
export function useSorting(): [Sorting, (sorting: Sorting) => void] {
  const value = useChoice(chosenOrder)
  const sorting = useMemo(() => {
    const column = columns.find((one) => value.startsWith(`${one} `)) ?? 'name'
    return { column, descending: value.endsWith(' down') }
  }, [value])
  return [sorting, (next) => chosenOrder.set(`${next.column} ${next.descending ? 'down' : 'up'}`)]
}
