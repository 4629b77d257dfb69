import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Teammate } from '#contracts/teammates.ts'
import { folderOf, isWithin } from '../../../../lib/folder-query.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { useSession } from '../../../../lib/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { FolderBrowser } from '../../../storage/actions/folder-browser.tsx'
import { useNewFolder } from '../../../storage/actions/use-new-folder.tsx'
import { teammateAccessQuery } from '../../../storage/sharing/use-teammate-access.ts'
import { skillMessages } from './messages.ts'
import { useChooseFolder } from './use-skills.ts'

type ChooseFolderDialogProps = { teammate: Teammate; current: string | null; onClose: () => void }

/** Finds a folder, or makes one; it is shared with the teammate where it is not yet. */
export function ChooseFolderDialog({ teammate, current, onClose }: ChooseFolderDialogProps) {
  const words = useMessages(skillMessages)
  const parts = useMessages(partMessages)
  const { organization } = useSession()
  const [path, setPath] = useState(current ? folderOf(current) : '/')
  const newFolder = useNewFolder(path, setPath)
  const access = useQuery(teammateAccessQuery(organization, teammate.id))
  const choose = useChooseFolder(teammate)
  const isShared = teammate.is_system || (access.data?.folders.some((folder) => isWithin(path, folder.path)) ?? false)
  const submit = () => choose.mutate({ skills_path: path, share: !isShared }, { onSuccess: onClose })
  return (
    <>
      <Dialog
        open={!newFolder.isCreating}
        onOpenChange={onClose}
        title={words.chooseTitle(teammate.name)}
        text={words.chooseText}
        closeLabel={parts.close}
        footer={
          <>
            <Button onClick={onClose}>{parts.cancel}</Button>
            <Button look="primary" disabled={path === '/' || access.isPending} busy={choose.isPending} onClick={submit}>
              {words.useThis}
            </Button>
          </>
        }
      >
        <FolderBrowser path={path} onOpen={setPath} />
        <div className="mt-3 flex min-h-13 flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
          <p className="min-w-0 grow basis-40 text-xs text-muted">
            {path !== '/' && access.data && !isShared && words.willShare}
          </p>
          {newFolder.button}
        </div>
        {choose.error && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {sentenceOf(choose.error, words.saveFailed)}
          </p>
        )}
      </Dialog>
      {newFolder.dialog}
    </>
  )
}
