import { Copy, Download, FolderInput, FolderOpen, Pencil, RotateCcw, Trash2, UsersRound } from 'lucide-react'
import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { MenuAt, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { storageMessages } from '../messages.ts'

export type OpenMenu = { entry: StorageEntry; x: number; y: number }

type EntryMenuProps = {
  at: OpenMenu
  /** How many entries it is about. */
  count: number
  onClose: () => void
  onCloseFocus: () => void
  on: Record<'open' | 'download' | 'rename' | 'move' | 'copy' | 'share' | 'reindex' | 'remove', () => void>
}

/** What can be done with the entry at this place, and with all that are selected with it. */
export function EntryMenu({ at, count, onClose, onCloseFocus, on }: EntryMenuProps) {
  const words = useMessages(storageMessages)
  const { entry } = at
  const isOne = count === 1
  return (
    <MenuAt at={at} onClose={onClose} onCloseFocus={onCloseFocus}>
      {isOne && (
        <MenuItem icon={<FolderOpen aria-hidden />} onSelect={on.open}>
          {words.open}
        </MenuItem>
      )}
      <MenuItem icon={<Download aria-hidden />} onSelect={on.download}>
        {words.download}
      </MenuItem>
      {isOne && entry.type === 'folder' && (
        <MenuItem icon={<UsersRound aria-hidden />} onSelect={on.share}>
          {words.share}
        </MenuItem>
      )}
      {isOne && (entry.type === 'folder' || entry.index_state === 'Indexing failed') && (
        <MenuItem icon={<RotateCcw aria-hidden />} onSelect={on.reindex}>
          {entry.type === 'folder' ? words.reindexAll : words.reindex}
        </MenuItem>
      )}
      <MenuSeparator />
      {isOne && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={on.rename}>
          {words.rename}
        </MenuItem>
      )}
      <MenuItem icon={<FolderInput aria-hidden />} onSelect={on.move}>
        {words.move}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={on.copy}>
        {words.copy}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={on.remove}>
        {words.delete}
      </MenuItem>
    </MenuAt>
  )
}
