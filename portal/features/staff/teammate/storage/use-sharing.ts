import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as storagePaths from '#contracts/paths/storage.ts'
import type { Permission, ShareFiles } from '#contracts/storage.ts'
import { call } from '../../../../lib/api.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { useSession } from '../../../../lib/session.ts'
import { showToast } from '../../../../ui/toast.tsx'
import { teammateStorageMessages } from './messages.ts'

/** What lists files, folders and who may use them. */
function useReadAccessAgain() {
  const { organization } = useSession()
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.access(organization.id) }),
      client.invalidateQueries({ queryKey: queryKeys.folders(organization.id) }),
      client.invalidateQueries({ queryKey: queryKeys.shares(organization.id) }),
    ])
}

/** Moves files into a new folder and shares it with a teammate. */
export function useShareFiles(employee_id: string) {
  const { organization } = useSession()
  const readAgain = useReadAccessAgain()
  return useMutation({
    mutationFn: (files: Omit<ShareFiles, 'employee_id'>) =>
      call(storagePaths.shareFiles, {
        params: { organization_id: organization.id },
        body: { ...files, employee_id },
      }),
    onSettled: readAgain,
  })
}

type Sharing = { path: string; permission: Permission | null }

/** Shares a folder with a teammate, changes what it may do there, or (null) takes the folder back. */
export function useSharing(employeeId: string) {
  const words = useMessages(teammateStorageMessages)
  const { organization } = useSession()
  const readAgain = useReadAccessAgain()
  const params = { organization_id: organization.id }
  return useMutation({
    mutationFn: ({ path, permission }: Sharing) =>
      permission === null
        ? call(storagePaths.unshareFolder, { params, query: { path, employee_id: employeeId } })
        : call(storagePaths.shareFolder, { params, body: { path, employee_id: employeeId, permission } }),
    onError: (error) => showToast(sentenceOf(error, words.shareFailed)),
    onSettled: readAgain,
  })
}
