import type { HistoryEntry } from '#contracts/internal-chat.ts'
import { presentConversation } from '../conversations/present.ts'
import type { ConversationRow } from '../conversations/table.ts'
import type { TeammateRow } from '../teammates/table.ts'

export const presentHistoryEntry = (row: {
  conversation: ConversationRow
  teammate: Pick<TeammateRow, 'id' | 'name'>
}): HistoryEntry => ({
  ...presentConversation(row.conversation),
  ai_employee: { id: row.teammate.id, name: row.teammate.name },
})
