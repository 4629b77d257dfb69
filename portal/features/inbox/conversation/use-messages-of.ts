import type { InboxConversationDetail } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import type { ThreadPage } from '#thread/thread.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { PAGE_SIZE, useLiveThread } from '../../conversation/thread/use-live-thread.ts'

const messageEvents = ['conversation.message_sent', 'conversation.message_updated'] as const

/** The messages of a conversation as operators see them. */
export function useMessagesOf(conversation: InboxConversationDetail) {
  const { organization } = useSession()
  const read = async (page: number, signal?: AbortSignal): Promise<ThreadPage> => {
    const params = { organization_id: organization.id, conversation_id: conversation.id }
    const query = { page, limit: PAGE_SIZE }
    const { data, hasMore } = await call(inboxPaths.listInboxMessages, { params, query }, { signal })
    return { conversation, data, hasMore, next: data.at(-1)?.id ?? null }
  }
  return useLiveThread({
    key: queryKeys.inboxThread(organization.id, conversation.id),
    messageEvents,
    employeeId: conversation.ai_employee_id,
    readNewest: (signal) => read(1, signal),
    readOlder: async ({ messages }) => {
      const ids = new Set(messages.map(({ id }) => id))
      // Pages are counted from the newest message, of which there may be some that are not known here.
      for (let page = Math.floor(messages.length / PAGE_SIZE) + 1; ; page += 1) {
        const found = await read(page)
        if (!found.hasMore || found.data.some(({ id }) => !ids.has(id))) return found
      }
    },
  })
}
