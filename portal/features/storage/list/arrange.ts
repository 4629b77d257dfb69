import { extensionOf } from '#contracts/file-types.ts'
import type { StorageEntry } from '#contracts/storage.ts'

export const columns = ['name', 'modified_at', 'size', 'kind'] as const
export type Column = (typeof columns)[number]
export type Sorting = { column: Column; descending: boolean }

/** As people count: `file 2` before `file 10`. */
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const comparing: Record<Column, (one: StorageEntry, other: StorageEntry) => number> = {
  name: (one, other) => byName.compare(one.name, other.name),
  modified_at: (one, other) => (one.modified_at < other.modified_at ? -1 : Number(one.modified_at > other.modified_at)),
  size: (one, other) => one.size - other.size,
  kind: (one, other) => byName.compare(extensionOf(one.name), extensionOf(other.name)),
}

/** Folders stay first whatever the order is; what is alike is in the order of its name. */
export function arrange(entries: readonly StorageEntry[], { column, descending }: Sorting): StorageEntry[] {
  const sign = descending ? -1 : 1
  return entries.toSorted(
    (one, other) =>
      Number(one.type === 'file') - Number(other.type === 'file') ||
      sign * comparing[column](one, other) ||
      byName.compare(one.name, other.name) ||
      (one.name < other.name ? -1 : 1),
  )
}

/** Dates and sizes are sorted in descending order first. */
export function nextSorting({ column, descending }: Sorting, wanted: Column): Sorting {
  if (column === wanted) return { column, descending: !descending }
  return { column: wanted, descending: wanted === 'modified_at' || wanted === 'size' }
}
