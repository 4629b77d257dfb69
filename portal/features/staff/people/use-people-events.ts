import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'

/** When a person is added, promoted or removed anywhere, the list is read again, since events carry no groups. */
export function usePeopleEvents(): void {
  const { organization } = useSession()
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.people(organization.id) })
  useServerEvent('ready', readAgain)
  useServerEvent('organization.staff_user_added', readAgain)
  useServerEvent('organization.staff_user_updated', readAgain)
  useServerEvent('organization.staff_user_removed', readAgain)
}
