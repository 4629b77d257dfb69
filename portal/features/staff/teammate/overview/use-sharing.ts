import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as storagePaths from '#contracts/paths/storage.ts'
import type { Permission } from '#contracts/storage.ts'
import { call } from '../../../../lib/api.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { useSession } from '../../../../lib/session.ts'
import { showToast } from '../../../../ui/toast.tsx'
import { overviewMessages } from './messages.ts'

type Sharing = { path: string; permission: Permission | null }

/** Shares a folder with a teammate, changes what it may do there, or (null) takes the folder back. */
export function useSharing(employeeId: string) {
  const words = useMessages(overviewMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }
  return useMutation({
    mutationFn: ({ path, permission }: Sharing) =>
      permission === null
        ? call(storagePaths.unshareFolder, { params, query: { path, employee_id: employeeId } })
        : call(storagePaths.shareFolder, { params, body: { path, employee_id: employeeId, permission } }),
    onError: (error) => showToast(sentenceOf(error, words.shareFailed)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.access(organization.id) }),
        client.invalidateQueries({ queryKey: queryKeys.folders(organization.id) }),
        client.invalidateQueries({ queryKey: queryKeys.shares(organization.id) }),
      ]),
  })
}
