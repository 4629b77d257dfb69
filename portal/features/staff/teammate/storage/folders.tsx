import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Folder, X } from 'lucide-react'
import { useState } from 'react'
import type { TeammateAccess } from '#contracts/storage.ts'
import { nameOfTool } from '#contracts/teammate-tools.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { AddButton } from '../../../../ui/add-button.tsx'
import { IconButton } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Select } from '../../../../ui/select.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { teammateAccessQuery, useAccessEvents } from '../../../storage/sharing/use-teammate-access.ts'
import { useStorageEvents } from '../../../storage/use-storage-events.ts'
import { teammateStorageMessages } from './messages.ts'
import { ShareFolderDialog } from './share-folder-dialog.tsx'
import { useSharing } from './use-sharing.ts'

/** The folders that a teammate was given, and what it may do there. */
export function Folders({ teammate }: { teammate: Teammate }) {
  const words = useMessages(teammateStorageMessages)
  const [isSharing, setSharing] = useState(false)
  if (teammate.is_system)
    return (
      <Section title={words.folders}>
        <p className="text-sm text-muted">{words.fullAccess}</p>
      </Section>
    )
  const share = <AddButton onClick={() => setSharing(true)}>{words.share}</AddButton>
  return (
    <Section title={words.folders} text={words.foldersText} actions={share}>
      <FolderList teammate={teammate} />
      <ShareFolderDialog teammate={teammate} open={isSharing} onClose={() => setSharing(false)} />
    </Section>
  )
}

function FolderList({ teammate }: { teammate: Teammate }) {
  const words = useMessages(teammateStorageMessages)
  const { organization } = useSession()
  useAccessEvents()
  useStorageEvents()
  const access = useQuery(teammateAccessQuery(organization, teammate.id))
  if (!access.data) return access.isError ? <LoadFailed title={words.foldersFailed} query={access} /> : <WaitingRows />
  const { folders } = access.data
  if (folders.length === 0) return <p className="max-w-prose text-sm text-pretty text-muted">{words.noFolders}</p>
  const usesFiles = teammate.tools.some((tool) => nameOfTool(tool).startsWith('storage.'))
  return (
    <>
      {!usesFiles && (
        <Notice tone="warning" className="mb-3">
          {words.noFileTools}{' '}
          <Link
            to="/staff/ai/$employeeId"
            params={{ employeeId: teammate.id }}
            search={{ tab: 'tools' }}
            className="font-medium underline underline-offset-2"
          >
            {words.turnOnTools}
          </Link>
        </Notice>
      )}
      <ul className="divide-y divide-line rounded-xl border border-line">
        {folders.map((folder) => (
          <FolderRow key={folder.path} folder={folder} employeeId={teammate.id} />
        ))}
      </ul>
    </>
  )
}

type RowProps = { folder: TeammateAccess['folders'][number]; employeeId: string }

function FolderRow({ folder: { path, permission, from_parent }, employeeId }: RowProps) {
  const words = useMessages(teammateStorageMessages)
  const { undo } = useMessages(partMessages)
  const { mutate, mutateAsync, isPending } = useSharing(employeeId)
  // By the promise: a callback of `mutate` is not called once the pushed change has removed this row.
  const unshare = () =>
    mutateAsync({ path, permission: null }).then(
      () => showToast(words.unshared(path), { label: undo, run: () => mutate({ path, permission }) }),
      () => undefined,
    )
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <Folder aria-hidden className="size-5 shrink-0 stroke-[1.5] text-accent" />
      <Link
        to="/storage"
        search={{ path }}
        className="min-w-0 grow basis-32 truncate text-sm font-medium hover:underline"
      >
        {path}
      </Link>
      {from_parent ? (
        <span className="text-xs text-muted">
          {words.permissions[permission]} · {words.inherited}
        </span>
      ) : (
        <span className="flex items-center gap-1">
          <Select
            label={words.permissionOf(path)}
            isLabelHidden
            value={permission}
            disabled={isPending}
            options={(['read', 'write'] as const).map((value) => ({ value, label: words.permissions[value] }))}
            onChange={(wanted) => mutate({ path, permission: wanted })}
            className="w-44"
          />
          <IconButton
            label={words.unshare(path)}
            disabled={isPending}
            onClick={unshare}
            className="pointer-coarse:size-10!"
          >
            <X aria-hidden />
          </IconButton>
        </span>
      )}
    </li>
  )
}
