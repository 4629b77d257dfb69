import { useQueryClient } from '@tanstack/react-query'
import * as variablePaths from '#contracts/paths/variables.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { DeletedItems } from '../../page-parts/deleted-items.tsx'
import { variableMessages } from './messages.ts'
import { useRestoreVariables } from './use-variables.ts'

/** The organization's deleted variables, each with the way back. */
export function DeletedVariables({ onClose }: { onClose: () => void }) {
  const words = useMessages(variableMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.deletedVariables(organization.id)
  const query = usePages(queryKey, (page, signal) =>
    call(
      variablePaths.listDeletedVariables,
      { params: { organization_id: organization.id }, query: { page, limit: 50 } },
      { signal },
    ),
  )
  const restore = useRestoreVariables()
  return (
    <DeletedItems
      title={words.deletedVariables}
      text={words.deletedVariablesText}
      empty={words.noDeletedVariables}
      failed={words.failed}
      items={query.data?.map(({ id, placeholder, is_secret, deleted_at }) => ({
        id: `${id}`,
        name: placeholder,
        note: is_secret ? words.types.secret : words.types.public,
        deleted_at,
      }))}
      query={query}
      restoring={new Set(restore.isPending ? restore.variables.map(String) : [])}
      onRestore={(id) => restore.mutate([Number(id)], { onSettled: () => client.invalidateQueries({ queryKey }) })}
      onClose={onClose}
    />
  )
}
