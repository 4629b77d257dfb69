import { queryOptions, useQueryClient } from '@tanstack/react-query'
import * as storagePaths from '#contracts/paths/storage.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'

/** The folders that were shared with a teammate. */
export const teammateAccessQuery = (organization: { id: string }, employeeId: string) =>
  queryOptions({
    queryKey: queryKeys.accessOfTeammate(organization.id, employeeId),
    queryFn: ({ signal }) =>
      call(
        storagePaths.showTeammateAccess,
        { params: { organization_id: organization.id, employee_id: employeeId } },
        { signal },
      ),
  })

/** Folders are shared, moved and deleted by others too. */
export function useAccessEvents(): void {
  const { organization } = useSession()
  const client = useQueryClient()
  const readAgain = ({ type }: { type: 'file' | 'folder' }) => {
    if (type === 'folder') client.invalidateQueries({ queryKey: queryKeys.access(organization.id) })
  }
  useServerEvent('storage_file.updated', readAgain)
  useServerEvent('storage_file.deleted', readAgain)
  useServerEvent('storage_file.renamed', readAgain)
  useServerEvent('storage_file.moved', readAgain)
  useServerEvent('ready', () => client.invalidateQueries({ queryKey: queryKeys.access(organization.id) }))
}
