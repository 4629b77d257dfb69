import { Link } from '@tanstack/react-router'
import { ChevronRight, Folder, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useEntryTarget } from '../actions/drag.ts'
import { arrange } from '../list/arrange.ts'
import type { RowActions } from '../list/entry-row.tsx'
import { storageMessages } from '../messages.ts'
import { useFolder } from '../use-folder.ts'
import { openFolders, useOpenFolders } from './open-folders.ts'

type TreeProps = { current: string; isTrash: boolean; onPlace: RowActions['place'] }

/** All folders, level by level as they are opened; the way to the shown one is always open. */
export function FolderTree({ current, isTrash, onPlace }: TreeProps) {
  const words = useMessages(storageMessages)
  return (
    <nav aria-label={words.folders} className="flex min-h-0 grow flex-col">
      <ul className="min-h-0 grow overflow-y-auto p-2">
        <Node path="/" name={words.storage} depth={0} current={isTrash ? null : current} onPlace={onPlace} />
      </ul>
      <div className="shrink-0 border-t border-line p-2">
        <Link
          to="/storage"
          search={{ view: 'trash' }}
          aria-current={isTrash ? 'page' : undefined}
          className={classNames(rowClass, 'px-2', isTrash ? 'bg-selected font-medium text-ink' : 'text-muted')}
        >
          <Trash2 aria-hidden className="size-4 shrink-0" />
          {words.trash}
        </Link>
      </div>
    </nav>
  )
}

const rowClass = 'flex h-8 min-w-0 items-center gap-2 rounded-lg text-sm hover:bg-hover pointer-coarse:h-10'

type NodeProps = { path: string; name: string; depth: number; current: string | null; onPlace: RowActions['place'] }

function Node({ path, name, depth, current, onPlace }: NodeProps) {
  const words = useMessages(storageMessages)
  const opened = useOpenFolders()
  const isOnTheWay = path === '/' || current?.startsWith(`${path}/`)
  const isOpen = opened.has(path) || isOnTheWay === true
  const isCurrent = current === path
  const target = useEntryTarget(path, (paths, mode) => onPlace(paths, path, mode))
  return (
    <li>
      <div
        {...target.handlers}
        className={classNames(
          rowClass,
          'pr-2',
          isCurrent ? 'bg-selected font-medium text-ink' : 'text-muted',
          target.isOver && 'bg-accent-soft text-accent',
        )}
        style={{ paddingLeft: depth * 14 }}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={name}
          onClick={() => openFolders.toggle(path, !isOpen)}
          className="flex size-6 shrink-0 items-center justify-center rounded-md hover:bg-selected pointer-coarse:size-10"
        >
          <ChevronRight aria-hidden className={classNames('size-3.5 transition-transform', isOpen && 'rotate-90')} />
        </button>
        <Link
          to="/storage"
          search={path === '/' ? {} : { path }}
          aria-current={isCurrent ? 'page' : undefined}
          className="flex h-full min-w-0 grow items-center gap-2 rounded-md"
        >
          <Folder aria-hidden className="size-4 shrink-0 stroke-[1.5]" />
          <span className="truncate">{path === '/' ? words.storage : name}</span>
        </Link>
      </div>
      {isOpen && <Children path={path} depth={depth + 1} current={current} onPlace={onPlace} />}
    </li>
  )
}

const pageSize = 200

function Children({ path, ...rest }: Omit<NodeProps, 'name'>) {
  const { data } = useFolder(path)
  const [shown, setShown] = useState(pageSize)
  const folders = arrange(data?.files.filter(({ type }) => type === 'folder') ?? [], {
    column: 'name',
    descending: false,
  })
  if (folders.length === 0) return null
  return (
    <ul>
      {folders.slice(0, shown).map(({ name }) => {
        const child = joinPath([...namesOf(path), name])
        return <Node key={child} path={child} name={name} {...rest} />
      })}
      {folders.length > shown && (
        <li>
          <button
            type="button"
            onClick={() => setShown(shown * 2)}
            className={classNames(rowClass, 'pl-8 text-xs text-faint')}
          >
            … {folders.length - shown}
          </button>
        </li>
      )}
    </ul>
  )
}
