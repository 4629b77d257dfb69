import { Ellipsis, Folder, UsersRound } from 'lucide-react'
import { type DragEvent, type MouseEvent, memo } from 'react'
import { extensionOf } from '#contracts/file-types.ts'
import type { StorageEntry } from '#contracts/storage.ts'
import { formatBytes, formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { FileIcon } from '../../page-parts/file-icon.tsx'
import { useEntryTarget } from '../actions/drag.ts'
import { IndexMark } from '../index-state/index-mark.tsx'
import { storageMessages } from '../messages.ts'
import { NameField } from './name-field.tsx'

export const rowHeight = 44

export type RowActions = {
  select: (path: string, keys: { range?: boolean; toggle?: boolean }) => void
  open: (entry: StorageEntry) => void
  menu: (entry: StorageEntry, at: { x: number; y: number }) => void
  rename: (path: string, name: string | null) => void
  drag: (event: DragEvent, path: string) => void
  place: (paths: readonly string[], folder: string, mode: 'move' | 'copy') => void
}

type EntryRowProps = {
  id: string
  entry: StorageEntry
  index: number
  isMarked: boolean
  isActive: boolean
  isRenaming: boolean
  isCut: boolean
  actions: RowActions
}

/** One entry of a list; everything it does by pointer the list does by key. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { id, entry, index, isMarked, isActive, isRenaming, isCut, actions } = props
  const words = useMessages(storageMessages)
  const language = useLanguage()
  const isFolder = entry.type === 'folder'
  const target = useEntryTarget(entry.path, (paths, mode) => actions.place(paths, entry.path, mode))
  const clicked = (event: MouseEvent) => {
    const keys = { range: event.shiftKey, toggle: event.ctrlKey || event.metaKey }
    // A finger has no double click: what it touches is opened.
    const byFinger = (event.nativeEvent as PointerEvent).pointerType === 'touch'
    if (byFinger && !keys.range && !keys.toggle) actions.open(entry)
    else actions.select(entry.path, keys)
  }
  const showMenu = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!isMarked) actions.select(entry.path, {})
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    actions.menu(entry, event.type === 'contextmenu' ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom })
  }
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isMarked}
      draggable={!isRenaming}
      onDragStart={(event) => actions.drag(event, entry.path)}
      {...(isFolder && target.handlers)}
      data-folder={isFolder ? entry.path : undefined}
      onClick={clicked}
      onDoubleClick={() => actions.open(entry)}
      onContextMenu={showMenu}
      style={{ height: rowHeight }}
      className={classNames(
        'group cursor-default text-sm select-none [&>td:first-child]:rounded-l-lg [&>td:last-child]:rounded-r-lg [&>td]:p-0',
        isMarked ? 'bg-accent-soft' : 'hover:bg-hover',
        isActive &&
          'outline-(--focus) group-focus-visible/grid:rounded-lg group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2',
        target.isOver && isFolder && 'rounded-lg bg-accent-soft outline-2 -outline-offset-2 outline-(--accent)',
        isCut && 'opacity-50',
      )}
    >
      <td className="text-center leading-none">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={words.choose(entry.name)}
          checked={isMarked}
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
          onChange={() => actions.select(entry.path, { toggle: true })}
          className={classNames(
            'mx-auto block size-4 accent-(--accent) pointer-coarse:size-5',
            !isMarked && 'pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100',
          )}
        />
      </td>
      <td>
        <span className="flex min-w-0 items-center gap-2.5">
          {isFolder ? (
            <Folder aria-hidden className="size-5 shrink-0 fill-accent-soft stroke-[1.5] text-accent" />
          ) : (
            <FileIcon type={entry.mime_type ?? ''} />
          )}
          {isRenaming ? (
            <NameField entry={entry} onDone={(name) => actions.rename(entry.path, name)} />
          ) : (
            <span className="min-w-0">
              <span className="block truncate" title={entry.name}>
                {entry.name}
              </span>
              <span className="flex min-w-0 items-center gap-2 md:hidden">
                <span className="shrink-0 text-2xs text-faint">
                  {!isFolder && `${formatBytes(entry.size, language)} · `}
                  {formatWhen(entry.modified_at, language)}
                </span>
                <IndexMark entry={entry} />
              </span>
            </span>
          )}
          {entry.shared && (
            <span title={words.sharedMark} className="shrink-0 text-faint">
              <UsersRound aria-label={words.sharedMark} role="img" className="size-3.5" />
            </span>
          )}
        </span>
      </td>
      <td className="pl-3! max-md:hidden">
        <span className="flex min-w-0 items-center gap-2 text-xs text-muted">
          <span className="shrink-0 uppercase">{!isFolder && extensionOf(entry.name)}</span>
          <IndexMark entry={entry} />
        </span>
      </td>
      <td className="text-right text-xs whitespace-nowrap text-muted tabular-nums max-md:hidden">
        {!isFolder && formatBytes(entry.size, language)}
      </td>
      <td className="text-right text-xs whitespace-nowrap text-muted tabular-nums max-md:hidden">
        {formatWhen(entry.modified_at, language)}
      </td>
      <td className="pr-1! text-right">
        <button
          type="button"
          tabIndex={-1}
          aria-label={words.actions(entry.name)}
          aria-haspopup="menu"
          onClick={showMenu}
          className="inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-selected hover:text-ink pointer-coarse:size-10 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 [&_svg]:size-4"
        >
          <Ellipsis aria-hidden />
        </button>
      </td>
    </tr>
  )
})
