import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ChatSearchResults } from '#contracts/internal-chat.ts'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { useSettled } from '../../../lib/use-settled.ts'

/** The contract's least length, written out: the schema beside it would load the whole validator. */
export const minSearchLength = 3

export type Found = ChatSearchResults['data'][number]

/** Searches titles and messages once the person stops typing for a moment. */
export function useChatSearch(text: string) {
  const { organization } = useSession()
  const wanted = useSettled(text.trim())
  const isLongEnough = wanted.length >= minSearchLength
  const query = useQuery({
    queryKey: queryKeys.chatSearch(organization.id, wanted),
    queryFn: ({ signal }) =>
      call(
        internalChatPaths.searchChats,
        { params: { organization_id: organization.id }, query: { q: wanted, limit: 20 } },
        { signal },
      ),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  return { wanted, isLongEnough, query }
}
