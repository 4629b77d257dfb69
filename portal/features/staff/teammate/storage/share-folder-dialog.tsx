import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Permission } from '#contracts/storage.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { isWithin } from '../../../../lib/folder-query.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Select } from '../../../../ui/select.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { FolderBrowser } from '../../../storage/actions/folder-browser.tsx'
import { useNewFolder } from '../../../storage/actions/use-new-folder.tsx'
import { teammateAccessQuery } from '../../../storage/sharing/use-teammate-access.ts'
import { useFolder } from '../../../storage/use-folder.ts'
import { teammateStorageMessages } from './messages.ts'
import { ShareFilesDialog } from './share-files-dialog.tsx'
import { useSharing } from './use-sharing.ts'

type ShareFolderDialogProps = { teammate: Teammate; open: boolean; onClose: () => void }

/** Finds a folder, or makes one, and shares it. */
export function ShareFolderDialog({ teammate, open, onClose }: ShareFolderDialogProps) {
  const words = useMessages(teammateStorageMessages)
  const parts = useMessages(partMessages)
  const { organization } = useSession()
  const [path, setPath] = useState('/')
  const [permission, setPermission] = useState<Permission>('read')
  const newFolder = useNewFolder(path, setPath)
  const [isSharingFiles, setSharingFiles] = useState(false)
  const top = useFolder('/').data?.files ?? []
  const files = top.filter(({ type }) => type === 'file').map((entry) => entry.path)
  const isTop = path === '/'
  const { data } = useQuery({ ...teammateAccessQuery(organization, teammate.id), enabled: open })
  const { mutate, isPending } = useSharing(teammate.id)
  const isShared = data?.folders.some((folder) => isWithin(path, folder.path)) ?? false
  const close = () => {
    setPath('/')
    setPermission('read')
    setSharingFiles(false)
    onClose()
  }
  const share = () =>
    mutate(
      { path, permission },
      {
        onSuccess: () => {
          close()
          showToast(words.shared(path))
        },
      },
    )
  return (
    <>
      <Dialog
        open={open && !newFolder.isCreating && !isSharingFiles}
        onOpenChange={close}
        title={words.shareTitle(teammate.name)}
        text={words.shareText}
        closeLabel={parts.close}
        footer={
          <>
            <Button onClick={close}>{parts.cancel}</Button>
            <Button look="primary" disabled={isTop || isShared} busy={isPending} onClick={share}>
              {words.shareThis}
            </Button>
          </>
        }
      >
        <FolderBrowser path={path} onOpen={setPath} />
        <div className="mt-3 flex flex-wrap items-end justify-between gap-3 border-t border-line pt-3">
          <Select
            label={words.permission}
            value={permission}
            options={(['read', 'write'] as const).map((value) => ({ value, label: words.permissions[value] }))}
            onChange={setPermission}
            className="w-44"
          />
          {newFolder.button}
        </div>
        {isTop && (
          <Notice className="mt-3">
            <p>{files.length > 0 ? words.topFiles(files.length) : words.topEmpty}</p>
            {files.length > 0 && (
              <Button size="small" className="mt-2" onClick={() => setSharingFiles(true)}>
                {words.shareFiles}
              </Button>
            )}
          </Notice>
        )}
        {isShared && <p className="mt-2 text-xs text-muted">{words.alreadyShared}</p>}
      </Dialog>
      {open && isSharingFiles && (
        <ShareFilesDialog teammate={teammate} files={files} onClose={() => setSharingFiles(false)} onShared={close} />
      )}
      {newFolder.dialog}
    </>
  )
}
