import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import * as storagePaths from '#contracts/paths/storage.ts'
import type { FolderShare, Permission } from '#contracts/storage.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { nameOf } from '../use-folder.ts'
import { sharingMessages } from './messages.ts'

const permissions = ['read', 'write'] as const

/** Which teammates may read or write a folder with everything below it. */
export function ShareDialog({ path, onClose }: { path: string | null; onClose: () => void }) {
  const words = useMessages(sharingMessages)
  return (
    <Dialog
      open={path !== null}
      onOpenChange={onClose}
      title={words.title(nameOf(path ?? ''))}
      text={words.text}
      closeLabel={words.close}
    >
      {path !== null && <Shares path={path} onClose={onClose} />}
    </Dialog>
  )
}

function Shares({ path, onClose }: { path: string; onClose: () => void }) {
  const words = useMessages(sharingMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const teammates = useTeammates()
  const [busy, setBusy] = useState<string | null>(null)
  const params = { organization_id: organization.id }
  const key = queryKeys.sharesOf(organization.id, path)
  const shares = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(storagePaths.listShares, { params, query: { path } }, { signal }),
  })

  const change = async (employee_id: string, permission: Permission | null) => {
    setBusy(employee_id)
    try {
      const answer =
        permission === null
          ? await call(storagePaths.unshareFolder, { params, query: { path, employee_id } })
          : await call(storagePaths.shareFolder, { params, body: { path, employee_id, permission } })
      setFromResponse(client, key, answer)
      client.invalidateQueries({ queryKey: queryKeys.folders(organization.id) })
      client.invalidateQueries({
        queryKey: queryKeys.shares(organization.id),
        predicate: ({ queryKey }) => queryKey.at(-1) !== path,
      })
    } catch (error) {
      showToast(sentenceOf(error as Error, words.failed))
    } finally {
      setBusy(null)
    }
  }
  const failed = [shares, teammates].find(({ data, isError }) => isError && !data)
  if (failed) return <LoadFailed title={words.loadFailed} query={failed} />
  if (!shares.data || !teammates.data) return <WaitingRows />
  const has = new Set(shares.data.shares.map(({ employee_id }) => employee_id))
  const others = teammates.data.filter(({ id, is_system }) => !has.has(id) && !is_system)
  return (
    <>
      <ul className="divide-y divide-line">
        {shares.data.shares.map((share) => (
          <li key={share.employee_id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Avatar name={share.name} />
            <span className="min-w-0 grow basis-20">
              <span className="block truncate text-sm font-medium">{share.name}</span>
              <span className="block truncate text-xs text-muted">
                <Origin share={share} onFollow={onClose} />
              </span>
            </span>
            {share.is_system || share.from_parent ? (
              <span className="text-xs text-muted">{words.permissions[share.permission]}</span>
            ) : (
              <>
                <Select
                  label={words.permissionOf(share.name)}
                  isLabelHidden
                  value={share.permission}
                  disabled={busy === share.employee_id}
                  options={permissions.map((value) => ({ value, label: words.permissions[value] }))}
                  onChange={(permission) => change(share.employee_id, permission)}
                  className="w-32"
                />
                <IconButton
                  label={words.remove(share.name)}
                  disabled={busy === share.employee_id}
                  onClick={() => change(share.employee_id, null)}
                  className="pointer-coarse:size-10!"
                >
                  <X aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <Picker
          className="mt-4"
          label={words.add}
          words={{ find: words.find, none: words.none }}
          value=""
          placeholder={words.find}
          options={others.map(({ id, name, role }) => ({ value: id, label: name, keywords: role, detail: role }))}
          onChange={(id) => change(id, 'read')}
        />
      ) : (
        <p className="mt-4 text-sm text-muted">{words.nobodyElse}</p>
      )}
    </>
  )
}

/** Why a teammate may use the folder, where it was not given it here. */
function Origin({ share, onFollow }: { share: FolderShare; onFollow: () => void }) {
  const words = useMessages(sharingMessages)
  if (share.is_system) return words.fullAccess
  if (!share.from_parent || !share.parent_path) return share.role
  return (
    <Link
      to="/storage"
      search={{ path: share.parent_path }}
      onClick={onFollow}
      className="underline decoration-line-strong underline-offset-2 hover:text-ink"
    >
      {words.inherited(share.parent_path)}
    </Link>
  )
}
