import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../../lib/query-keys.ts'
import type { History } from './cached-chats.ts'

export function changeHistory(client: QueryClient, organizationId: string, change: (cached: History) => History): void {
  client.setQueryData<History>(queryKeys.history(organizationId), (cached) => cached && change(cached))
}
