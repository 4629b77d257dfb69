import { CornerLeftUp, Folder } from 'lucide-react'
import { folderOf } from '../../../lib/folder-query.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { arrange } from '../list/arrange.ts'
import { storageMessages } from '../messages.ts'
import { useFolder } from '../use-folder.ts'
import { shownName } from './drag.ts'

type FolderBrowserProps = {
  path: string
  /** Folders that cannot be entered. */
  taken?: readonly string[]
  onOpen: (path: string) => void
}

/** Folders, entered one after the other. */
export function FolderBrowser({ path, taken = [], onOpen }: FolderBrowserProps) {
  const words = useMessages(storageMessages)
  const folder = useFolder(path)
  const folders = arrange(folder.data?.files ?? [], { column: 'name', descending: false }).filter(
    (entry) => entry.type === 'folder' && !taken.includes(entry.path),
  )
  return (
    <div className="h-80 max-h-[40dvh] overflow-y-auto">
      <p className="sticky top-0 z-10 flex h-10 items-center gap-1 bg-raised text-sm font-semibold">
        {path !== '/' && (
          <Button look="quiet" size="small" aria-label={words.up} onClick={() => onOpen(folderOf(path))}>
            <CornerLeftUp aria-hidden className="size-4" />
          </Button>
        )}
        <span className="truncate">{shownName(path, words.storage)}</span>
      </p>
      {folder.isError ? (
        <LoadFailed title={words.failed} query={folder} />
      ) : folder.isPending ? (
        <WaitingRows />
      ) : folders.length === 0 ? (
        <p className="px-2 py-3 text-sm text-muted">{path === '/' ? words.noTopFolders : words.noFolders}</p>
      ) : (
        <ul>
          {folders.map((entry) => (
            <li key={entry.path}>
              <button
                type="button"
                onClick={() => onOpen(entry.path)}
                className="flex h-10 w-full items-center gap-2.5 rounded-lg px-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
              >
                <Folder aria-hidden className="size-5 shrink-0 stroke-[1.5] text-accent" />
                <span className="truncate">{entry.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
