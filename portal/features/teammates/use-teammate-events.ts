import { useQueryClient } from '@tanstack/react-query'
import type { Teammate } from '#contracts/teammates.ts'
import { updateCached } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'

type Cached = { data: Teammate[] }

/** When a teammate is changed anywhere, every list and page shows it at once. */
export function useTeammateEvents(): void {
  const { organization } = useSession()
  const client = useQueryClient()
  const list = queryKeys.teammates(organization.id)
  const put = (teammate: Teammate) => {
    updateCached<Cached>(client, list, (cached) => ({ ...cached, data: withTeammate(cached.data, teammate) }))
    updateCached<Teammate>(client, queryKeys.teammate(organization.id, teammate.id), () => teammate)
    client.invalidateQueries({ queryKey: queryKeys.versions(organization.id, teammate.id) })
  }

  useServerEvent('ready', () => {
    client.invalidateQueries({ queryKey: list, exact: true })
    client.invalidateQueries({ queryKey: list, predicate: ({ queryKey }) => queryKey.at(-1) === 'record' })
  })
  useServerEvent('ai_employee.created', put)
  useServerEvent('ai_employee.updated', put)
  useServerEvent('ai_employee.deleted', ({ id }) => {
    updateCached<Cached>(client, list, (cached) => ({ ...cached, data: cached.data.filter((each) => each.id !== id) }))
    client.invalidateQueries({ queryKey: queryKeys.teammate(organization.id, id) })
  })
}

function withTeammate(teammates: Teammate[], teammate: Teammate): Teammate[] {
  const isKnown = teammates.some(({ id }) => id === teammate.id)
  if (!isKnown) return [teammate, ...teammates]
  return teammates.map((each) => (each.id === teammate.id ? teammate : each))
}
