import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { DeletedItems } from '../../page-parts/deleted-items.tsx'
import { historyMessages } from './messages.ts'
import { titleOf, useChatChanges } from './use-chat-changes.ts'

/** The chats that the person deleted, each with the way back. */
export function DeletedChats({ onClose }: { onClose: () => void }) {
  const words = useMessages(historyMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.deletedChats(organization.id)
  const query = usePages(queryKey, (page, signal) =>
    call(
      internalChatPaths.listDeletedChats,
      { params: { organization_id: organization.id }, query: { page, limit: 20 } },
      { signal },
    ),
  )
  const { restoreDeleted } = useChatChanges()
  const restore = useMutation({
    mutationFn: async (id: string) => {
      const chat = query.data?.find((each) => each.id === id)
      if (chat) await restoreDeleted(chat, onClose)
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <DeletedItems
      title={words.deletedChats}
      text={words.deletedChatsText}
      empty={words.noDeletedChats}
      failed={words.failed}
      items={query.data?.map((chat) => ({
        id: chat.id,
        name: titleOf(chat, words.untitled),
        note: chat.ai_employee.name,
        deleted_at: chat.deleted_at,
      }))}
      query={query}
      restoring={new Set(restore.isPending ? [restore.variables] : [])}
      onRestore={restore.mutate}
      onClose={onClose}
    />
  )
}
