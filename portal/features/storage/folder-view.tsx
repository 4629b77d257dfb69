import { FolderOpen, FolderX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { StorageEntry } from '#contracts/storage.ts'
import { folderOf } from '../../lib/folder-query.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { clipboard } from './actions/clipboard.ts'
import { PlaceDialog, type Placing } from './actions/place-dialog.tsx'
import type { Actions } from './actions/use-actions.ts'
import { arrange } from './list/arrange.ts'
import { EntryList } from './list/entry-list.tsx'
import { EntryMenu, type OpenMenu } from './list/entry-menu.tsx'
import { EntrySelection } from './list/entry-selection.tsx'
import { nothing, prune, type Selection } from './list/selection.ts'
import { useSorting } from './list/use-sorting.ts'
import { storageMessages } from './messages.ts'
import { ShareDialog } from './sharing/share-dialog.tsx'
import { UploadButton } from './uploads/upload-button.tsx'
import { useFolder } from './use-folder.ts'
import type { StoragePlace } from './use-place.ts'

type FolderViewProps = { place: StoragePlace; actions: Actions; onCreate: () => void }

/** Contents of the shown folder, and all that is done with them. */
export function FolderView({ place, actions, onCreate }: FolderViewProps) {
  const words = useMessages(storageMessages)
  const folder = useFolder(place.folder)
  const [sorting, setSorting] = useSorting()
  const files = folder.data?.files
  const entries = useMemo(() => arrange(files ?? [], sorting), [files, sorting])

  if (folder.data === null)
    return (
      <EmptyState icon={<FolderX aria-hidden />} title={words.missing} text={words.missingText}>
        <Button look="primary" onClick={() => place.openFolder('/')}>
          {words.toTop}
        </Button>
      </EmptyState>
    )
  if (!files)
    return folder.isError ? (
      <LoadFailed title={words.failed} query={folder} />
    ) : (
      <div className="p-4">
        <WaitingRows />
      </div>
    )
  if (entries.length === 0)
    return (
      <EmptyState icon={<FolderOpen aria-hidden />} title={words.empty} text={words.emptyText}>
        <UploadButton folder={place.folder} size="medium" />
        <Button onClick={onCreate}>{words.newTextTitle}</Button>
      </EmptyState>
    )
  return <Entries key={place.folder} {...{ place, actions, entries, sorting }} onSort={setSorting} />
}

type EntriesProps = Omit<FolderViewProps, 'onCreate'> & {
  entries: StorageEntry[]
  sorting: ReturnType<typeof useSorting>[0]
  onSort: ReturnType<typeof useSorting>[1]
}

function Entries({ place, actions, entries, sorting, onSort }: EntriesProps) {
  const words = useMessages(storageMessages)
  const [selection, setSelection] = useListed(entries, place.cameFrom)
  const grid = useRef<HTMLTableElement>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [placing, setPlacing] = useState<Placing | null>(null)
  const [shared, setShared] = useState<string | null>(null)
  const chosen = entries.filter(({ path }) => selection.marked.has(path)).map(({ path }) => path)
  // An open menu takes the focus back, and its return ends a renaming; so the field comes when the menu is gone.
  const renameNext = useRef<string | null>(null)
  const selectAlone = (path: string) => setSelection({ marked: new Set([path]), active: path, anchor: path })

  const open = (entry: StorageEntry) =>
    entry.type === 'folder' ? place.openFolder(entry.path) : place.openFile(entry.path)
  const hold = (mode: 'copy' | 'move') => (paths: readonly string[]) => {
    if (paths.length === 0) return
    clipboard.set({ mode, paths })
    showToast(words.onClipboard(paths.length))
  }
  const put = async (paths: readonly string[], folder: string, mode: 'copy' | 'move') => {
    const placed = await actions.place(paths, folder, mode)
    const [first] = placed
    if (first && folder === place.folder) setSelection({ marked: new Set(placed), active: first, anchor: first })
  }
  const rename = async (path: string, name: string | null) => {
    setRenaming(null)
    const renamed = name === null ? undefined : await actions.rename(path, name)
    if (renamed) selectAlone(renamed)
  }
  const listActions = {
    open,
    up: () => place.folder !== '/' && place.openFolder(folderOf(place.folder)),
    rename: setRenaming,
    remove: actions.remove,
    cut: hold('move'),
    copy: hold('copy'),
    paste: () => {
      const contents = clipboard.get()
      if (!contents) return
      if (contents.mode === 'move') clipboard.set(null)
      put(contents.paths, place.folder, contents.mode)
    },
    place: put,
  }
  return (
    <>
      <EntryList
        label={words.entries(place.folder === '/' ? words.storage : place.folder)}
        grid={grid}
        {...{ entries, sorting, onSort, selection, renaming, actions: listActions }}
        onSelect={setSelection}
        onRenamed={rename}
        onMenu={setMenu}
      />
      {chosen.length > 1 && (
        <EntrySelection
          count={chosen.length}
          onClear={() => setSelection({ ...selection, marked: new Set() })}
          onDownload={() => actions.download(chosen)}
          onMove={() => setPlacing({ paths: chosen, mode: 'move' })}
          onCopy={() => setPlacing({ paths: chosen, mode: 'copy' })}
          onDelete={() => actions.remove(chosen)}
        />
      )}
      {menu && (
        <EntryMenu
          at={menu}
          count={Math.max(1, chosen.length)}
          onClose={() => setMenu(null)}
          onCloseFocus={() => {
            if (renameNext.current) setRenaming(renameNext.current)
            else if (document.activeElement === document.body) grid.current?.focus()
            renameNext.current = null
          }}
          on={{
            open: () => open(menu.entry),
            download: () => actions.download(chosen),
            rename: () => {
              renameNext.current = menu.entry.path
            },
            move: () => setPlacing({ paths: chosen, mode: 'move' }),
            copy: () => setPlacing({ paths: chosen, mode: 'copy' }),
            share: () => setShared(menu.entry.path),
            reindex: () =>
              menu.entry.type === 'folder' ? actions.reindexFolder(menu.entry.path) : actions.reindex(menu.entry.path),
            remove: () => actions.remove(chosen),
          }}
        />
      )}
      <PlaceDialog
        placing={placing}
        folder={place.folder}
        onClose={() => setPlacing(null)}
        onPlace={({ paths, mode }, to) => {
          setPlacing(null)
          put(paths, to, mode)
        }}
      />
      <ShareDialog path={shared} onClose={() => setShared(null)} />
    </>
  )
}

/** A selection that follows what is listed. */
function useListed(
  entries: readonly StorageEntry[],
  active: string | null,
): [Selection, (selection: Selection) => void] {
  const [selection, setSelection] = useState<Selection>({ ...nothing, active })
  const [before, setBefore] = useState(entries)
  if (before !== entries) {
    setBefore(entries)
    setSelection(
      prune(
        before.map(({ path }) => path),
        entries.map(({ path }) => path),
        selection,
      ),
    )
  }
  return [selection, setSelection]
}
