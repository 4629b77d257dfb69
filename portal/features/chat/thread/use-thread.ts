import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { PAGE_SIZE, useLiveThread } from '../../conversation/thread/use-live-thread.ts'
import { newChat } from './new-chat.ts'

const messageEvents = ['internal.message', 'internal.message_updated', 'message_done'] as const

/** The messages of a conversation, or of the current one. */
export function useThread(employeeId: string, conversationId: string | undefined) {
  const { organization } = useSession()
  const read = (before: string | undefined, signal?: AbortSignal) => {
    const params = { organization_id: organization.id, employee_id: employeeId }
    const query = { conversation_id: conversationId, before, limit: PAGE_SIZE }
    return call(internalChatPaths.listChatMessages, { params, query }, { signal })
  }
  return useLiveThread({
    key: queryKeys.thread(organization.id, employeeId, conversationId),
    messageEvents,
    employeeId,
    isNew: conversationId === newChat,
    readNewest: (signal) => read(undefined, signal),
    readOlder: (_, cursor) => read(cursor),
  })
}
