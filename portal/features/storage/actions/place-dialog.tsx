import { CornerLeftUp, Folder } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { arrange } from '../list/arrange.ts'
import { storageMessages } from '../messages.ts'
import { folderOf, nameOf, useFolder } from '../use-folder.ts'
import { canTake, shownName } from './drag.ts'

export type Placing = { paths: readonly string[]; mode: 'move' | 'copy' }
type PlaceDialogProps = {
  placing: Placing | null
  folder: string
  onClose: () => void
  onPlace: (placing: Placing, folder: string) => void
}

/** Where to: folders are entered until the right one is open. */
export function PlaceDialog({ placing, folder, onClose, onPlace }: PlaceDialogProps) {
  const words = useMessages(storageMessages)
  const [open, setOpen] = useState(folder)
  const [wasFor, setWasFor] = useState(placing)
  if (wasFor !== placing) {
    setWasFor(placing)
    setOpen(folder)
  }
  if (!placing) return null
  const isMove = placing.mode === 'move'
  const title = (isMove ? words.moveTitle : words.copyTitle)(placing.paths.length, nameOf(placing.paths[0] ?? ''))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      closeLabel={words.close}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            look="primary"
            disabled={isMove && !canTake(open, placing.paths)}
            onClick={() => onPlace(placing, open)}
          >
            {isMove ? words.moveHere : words.copyHere}
          </Button>
        </>
      }
    >
      <Folders path={open} taken={isMove ? placing.paths : []} onOpen={setOpen} />
    </Dialog>
  )
}

function Folders({ path, taken, onOpen }: { path: string; taken: readonly string[]; onOpen: (path: string) => void }) {
  const words = useMessages(storageMessages)
  const folder = useFolder(path)
  const folders = arrange(folder.data?.files ?? [], { column: 'name', descending: false }).filter(
    (entry) => entry.type === 'folder' && !taken.includes(entry.path),
  )
  return (
    <div className="h-80 overflow-y-auto">
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
        <p className="px-2 py-3 text-sm text-muted">{words.noFolders}</p>
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
