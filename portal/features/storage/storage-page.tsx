import { Link } from '@tanstack/react-router'
import { FilePlus2, FolderPlus, Plus, Trash2, UsersRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { folderOf } from '../../lib/folder-query.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useTitle } from '../../lib/title.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { mountGlobalOverlay } from '../../ui/global-overlay.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { NavigationButton } from '../shell/navigation.tsx'
import { CreateDialog } from './actions/create-dialog.tsx'
import { shownName } from './actions/drag.ts'
import { useActions } from './actions/use-actions.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { WaitingFile } from './file/waiting-file.tsx'
import { FolderView } from './folder-view.tsx'
import { storageMessages } from './messages.ts'
import { StorageSearch } from './search/storage-search.tsx'
import { ShareDialog } from './sharing/share-dialog.tsx'
import { TrashView } from './trash/trash-view.tsx'
import { FolderTree } from './tree/folder-tree.tsx'
import { DropTarget } from './uploads/drop-target.tsx'
import { UploadButton } from './uploads/upload-button.tsx'
import { UploadTray } from './uploads/upload-tray.tsx'
import { useFolder } from './use-folder.ts'
import { usePlace } from './use-place.ts'
import { useStorageEvents } from './use-storage-events.ts'

const FileView = lazy(() =>
  whenReachable(() => import('./file/file-view.tsx')).then(({ FileView }) => ({ default: FileView })),
)

/** The organization's files: the tree beside a folder, a file, what was found, or the trash. */
export function StoragePage() {
  const words = useMessages(storageMessages)
  const place = usePlace()
  const actions = useActions()
  const [creating, setCreating] = useState<'folder' | 'text' | null>(null)
  useStorageEvents()
  // Uploads continue, and are seen to continue, on whatever page one goes to.
  useEffect(() => mountGlobalOverlay(UploadTray), [])
  const { folder, file } = place
  const isGone = useFolder(folder).data === null
  const move = (...way: Parameters<typeof actions.place>) => void actions.place(...way)

  return (
    <div className="flex min-h-0 grow">
      <aside className="hidden w-60 shrink-0 flex-col border-r border-line lg:flex">
        <FolderTree current={file ? folderOf(file) : folder} isTrash={place.isTrash} onPlace={move} />
      </aside>
      <div className="relative flex min-w-0 grow flex-col">
        {file ? (
          <Suspense fallback={<WaitingFile />}>
            <FileView
              path={file}
              line={place.line}
              part={place.part}
              onClose={place.closeFile}
              onMoved={place.moveFile}
            />
          </Suspense>
        ) : (
          <>
            <Header place={place} onCreate={setCreating} onPlace={move} />
            {place.isTrash ? (
              <TrashView />
            ) : place.q.trim() !== '' ? (
              <div className="min-h-0 grow overflow-y-auto">
                <StorageSearch
                  folder={folder}
                  q={place.q}
                  onOpen={({ path, type, line }) =>
                    type === 'folder' ? place.openFolder(path) : place.openFile(path, line)
                  }
                />
              </div>
            ) : (
              <DropTarget folder={isGone ? null : folder}>
                <FolderView place={place} actions={actions} onCreate={() => setCreating('text')} />
              </DropTarget>
            )}
          </>
        )}
      </div>
      {creating && (
        <CreateDialog
          what={creating}
          folder={folder}
          onClose={() => setCreating(null)}
          onCreated={(path) => {
            setCreating(null)
            if (creating === 'text') place.openFile(path)
          }}
        />
      )}
      <span className="sr-only" role="status">
        {shownName(folder, words.storage)}
      </span>
    </div>
  )
}

type HeaderProps = {
  place: ReturnType<typeof usePlace>
  onCreate: (what: 'folder' | 'text') => void
  onPlace: (paths: readonly string[], to: string, mode: 'move' | 'copy') => void
}

function Header({ place, onCreate, onPlace }: HeaderProps) {
  const words = useMessages(storageMessages)
  const [sharing, setSharing] = useState(false)
  const { folder, isTrash } = place
  const isGone = useFolder(folder).data === null
  useTitle(isTrash ? words.trash : shownName(folder, words.storage))
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1.5 md:px-4">
      <NavigationButton />
      <Breadcrumbs path={isTrash ? '/' : folder} end={isTrash ? words.trash : undefined} onPlace={onPlace} />
      {!isTrash && (
        <>
          <Link
            to="/storage"
            search={{ view: 'trash' }}
            aria-label={words.trash}
            title={words.trash}
            className={`${buttonClass({ look: 'quiet' })} size-8! px-0! lg:hidden pointer-coarse:size-10! [&_svg]:size-4`}
          >
            <Trash2 aria-hidden />
          </Link>
          {folder !== '/' && !isGone && (
            <Button size="small" onClick={() => setSharing(true)} className="pointer-coarse:h-10">
              <UsersRound aria-hidden className="size-3.5" />
              <span className="max-sm:sr-only">{words.share}</span>
            </Button>
          )}
          {!isGone && (
            <Menu
              align="end"
              trigger={
                <Button size="small" className="pointer-coarse:h-10">
                  <Plus aria-hidden className="size-3.5" />
                  <span className="max-sm:sr-only">{words.new}</span>
                </Button>
              }
            >
              <MenuItem icon={<FolderPlus aria-hidden />} onSelect={() => onCreate('folder')}>
                {words.newFolder}
              </MenuItem>
              <MenuItem icon={<FilePlus2 aria-hidden />} onSelect={() => onCreate('text')}>
                {words.newText}
              </MenuItem>
            </Menu>
          )}
          {!isGone && <UploadButton folder={folder} />}
          <SearchField
            label={words.find}
            value={place.q}
            onChange={place.search}
            className="max-xl:order-last max-xl:w-full xl:w-56"
          />
        </>
      )}
      <ShareDialog path={sharing ? folder : null} onClose={() => setSharing(false)} />
    </header>
  )
}
