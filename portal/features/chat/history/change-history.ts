import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../../lib/query-keys.ts'
import type { History } from './known-chats.ts'

export function changeHistory(client: QueryClient, organizationId: string, change: (known: History) => History): void {
  client.setQueryData<History>(queryKeys.history(organizationId), (known) => known && change(known))
}
