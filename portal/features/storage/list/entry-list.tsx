import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { SortTh, Th } from '../../../ui/table.tsx'
import { useClipboard } from '../actions/clipboard.ts'
import { startDrag } from '../actions/drag.ts'
import { storageMessages } from '../messages.ts'
import { type Column, nextSorting, type Sorting } from './arrange.ts'
import type { OpenMenu } from './entry-menu.tsx'
import { EntryRow, type RowActions, rowHeight } from './entry-row.tsx'
import { type Selection, select } from './selection.ts'
import { type ListActions, useListKeys } from './use-list-keys.ts'
import { useWindow } from './use-window.ts'

type EntryListProps = {
  grid: RefObject<HTMLTableElement | null>
  label: string
  entries: readonly StorageEntry[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  selection: Selection
  onSelect: (selection: Selection) => void
  renaming: string | null
  actions: Omit<ListActions, 'menu'> & Pick<RowActions, 'place'>
  onRenamed: (path: string, name: string | null) => void
  onMenu: (menu: OpenMenu) => void
}

/** Entries in rows, of which only those in sight are drawn. The grid has the focus; its active row is where the keys act. */
export function EntryList(props: EntryListProps) {
  const { grid, label, entries, sorting, onSort, selection, onSelect, renaming, actions, onRenamed, onMenu } = props
  const words = useMessages(storageMessages)
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const cut = useClipboard()
  const { from, to } = useWindow(scroller, entries.length, rowHeight)
  const order = useMemo(() => entries.map(({ path }) => path), [entries])
  const activeAt = selection.active === null ? -1 : order.indexOf(selection.active)
  useRowInSight(scroller, activeAt)
  useFocusBack(grid, renaming)

  // Rows are drawn again only when they differ, so what they call stays the same.
  const choose = useStable<Parameters<RowActions['select']>, void>((path, keys) =>
    onSelect(select(order, selection, path, keys)),
  )
  const open = useStable(actions.open)
  const menu = useStable<Parameters<RowActions['menu']>, void>((entry, at) => onMenu({ entry, ...at }))
  const rename = useStable(onRenamed)
  const place = useStable(actions.place)
  const drag = useStable<Parameters<RowActions['drag']>, void>((event, path) =>
    startDrag(event, selection.marked.has(path) ? order.filter((one) => selection.marked.has(one)) : [path]),
  )
  const rowActions = useMemo(
    (): RowActions => ({ select: choose, open, menu, rename, place, drag }),
    [choose, open, menu, rename, place, drag],
  )
  const menuByKey = (entry: StorageEntry) => {
    const row = document.getElementById(`${id}-${order.indexOf(entry.path)}`)?.getBoundingClientRect()
    onMenu({ entry, x: (row?.left ?? 0) + 48, y: row?.bottom ?? 0 })
  }
  const onKey = useListKeys({
    entries,
    selection,
    pageSize: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    onSelect,
    actions: { ...actions, menu: menuByKey },
  })
  const head = (column: Column, text: string, className?: string, atEnd?: boolean) => (
    <SortTh
      sorted={sorting.column === column ? (sorting.descending ? 'descending' : 'ascending') : undefined}
      onSort={() => onSort(nextSorting(sorting, column))}
      {...(className && { className })}
      {...(atEnd && { atEnd })}
    >
      {text}
    </SortTh>
  )
  const isAll = entries.length > 0 && selection.marked.size === entries.length
  const rows = entries.slice(from, to)
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto px-2 pb-24 md:px-4">
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of rows and cells is what a table is
        role="grid"
        // The grid takes the focus for all of its rows.
        tabIndex={0}
        aria-label={label}
        aria-description={words.keysHint}
        aria-multiselectable
        aria-rowcount={entries.length + 1}
        aria-activedescendant={activeAt >= from && activeAt < to ? `${id}-${activeAt}` : undefined}
        onKeyDown={(event: KeyboardEvent) => event.target === event.currentTarget && onKey(event)}
        className="group/grid w-full table-fixed border-separate border-spacing-0 outline-none"
      >
        <colgroup>
          <col className="w-9 pointer-coarse:w-11" />
          <col />
          <col className="w-40 max-md:hidden lg:w-52" />
          <col className="w-24 max-md:hidden" />
          <col className="w-32 max-md:hidden" />
          <col className="w-10 pointer-coarse:w-12" />
        </colgroup>
        <thead className="sticky top-0 z-10 bg-surface [&_th]:bg-surface [&_th]:px-0">
          <tr aria-rowindex={1}>
            <Th className="text-center!">
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={words.chooseAll}
                checked={isAll}
                onChange={() => onSelect({ ...selection, marked: new Set(isAll ? [] : order) })}
                className="mx-auto block size-4 accent-(--accent) pointer-coarse:size-5"
              />
            </Th>
            {head('name', words.name)}
            {head('kind', words.kind, 'pl-3! max-md:hidden')}
            {head('size', words.size, 'max-md:hidden', true)}
            {head('modified_at', words.changed, 'max-md:hidden', true)}
            <Th />
          </tr>
        </thead>
        <tbody>
          <Space rows={from} />
          {rows.map((entry, at) => (
            <EntryRow
              key={entry.path}
              id={`${id}-${from + at}`}
              entry={entry}
              index={from + at}
              isMarked={selection.marked.has(entry.path)}
              isActive={selection.active === entry.path}
              isRenaming={renaming === entry.path}
              isCut={cut?.mode === 'move' && cut.paths.includes(entry.path)}
              actions={rowActions}
            />
          ))}
          <Space rows={entries.length - to} />
        </tbody>
      </table>
    </div>
  )
}

/** Takes the height of rows out of sight; a cell that spans columns hidden on a phone would show them. */
function Space({ rows }: { rows: number }) {
  if (rows === 0) return null
  return (
    <tr aria-hidden>
      <td className="p-0" style={{ height: rows * rowHeight }} />
    </tr>
  )
}

const headHeight = 36

/** Scrolls as little as is needed for the active row to be seen. */
function useRowInSight(scroller: RefObject<HTMLElement | null>, at: number): void {
  useEffect(() => {
    const element = scroller.current
    if (!element || at < 0) return
    const top = at * rowHeight
    const bottom = top + rowHeight + headHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
  }, [scroller, at])
}

/** The keys act on the list when it comes, and again when a name is no longer edited. */
function useFocusBack(grid: RefObject<HTMLElement | null>, renaming: string | null): void {
  useEffect(() => {
    if (renaming === null && document.activeElement === document.body) grid.current?.focus({ preventScroll: true })
  }, [grid, renaming])
}
