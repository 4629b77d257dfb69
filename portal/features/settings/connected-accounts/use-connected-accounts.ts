import { useQueryClient } from '@tanstack/react-query'
import * as integrationPaths from '#contracts/paths/integrations.ts'
import { call } from '../../../lib/api.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { connectorKeys } from '../../connectors/keys.ts'

/** The accounts of all teammates, as they change wherever they are changed. */
export function useConnectedAccounts() {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = connectorKeys.accounts(organization.id)
  const readAgain = () => client.invalidateQueries({ queryKey })
  useServerEvent('ready', readAgain)
  useServerEvent('integration.changed', readAgain)
  return usePages(queryKey, (page, signal) =>
    call(
      integrationPaths.listConnectedAccounts,
      { params: { organization_id: organization.id }, query: { page, limit: 50 } },
      { signal },
    ),
  )
}
