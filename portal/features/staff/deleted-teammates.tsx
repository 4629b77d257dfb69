import { useQueryClient } from '@tanstack/react-query'
import * as teammatePaths from '#contracts/paths/teammates.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useSession } from '../../lib/session.ts'
import { usePages } from '../../lib/use-pages.ts'
import { DeletedItems } from '../page-parts/deleted-items.tsx'
import { staffMessages } from './messages.ts'
import { useRestoreTeammates } from './use-restore-teammates.ts'

/** The organization's deleted teammates, each with the way back. */
export function DeletedTeammates({ onClose }: { onClose: () => void }) {
  const words = useMessages(staffMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.deletedTeammates(organization.id)
  const query = usePages(queryKey, (page, signal) =>
    call(
      teammatePaths.listDeletedTeammates,
      { params: { organization_id: organization.id }, query: { page, limit: 50 } },
      { signal },
    ),
  )
  const restore = useRestoreTeammates()
  return (
    <DeletedItems
      title={words.deletedTeammates}
      text={words.deletedTeammatesText}
      empty={words.noDeletedTeammates}
      failed={words.failed}
      items={query.data?.map(({ id, name, role, deleted_at }) => ({ id, name, note: role, deleted_at }))}
      query={query}
      restoring={new Set(restore.isPending ? restore.variables : [])}
      onRestore={(id) => restore.mutate([id], { onSettled: () => client.invalidateQueries({ queryKey }) })}
      onClose={onClose}
    />
  )
}
