import type { InboxState } from '#contracts/inbox-names.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { ConversationParties } from './define-channel.ts'
import { conversationOpened, conversationTitleUpdated, conversationUpdated } from './events.ts'
import { presentConversation } from './present.ts'
import { readConversation } from './read-conversation.ts'
import type { ConversationRow } from './table.ts'

/** Tells of a changed conversation; `before` says in which buckets of the inbox it was counted, if the inbox has it at all. */
export async function announceConversation(
  ctx: OrgContext,
  row: ConversationRow,
  parties: ConversationParties,
  before?: InboxState,
): Promise<void> {
  const previous = isInInbox(parties) && before ? { previous: before } : {}
  await ctx.emit(conversationUpdated, { ...presentConversation(row), ...previous }, parties)
  await parties.channel.announceConversation?.(ctx, row, parties)
}

export async function announceTitle(
  ctx: OrgContext,
  row: ConversationRow,
  parties: ConversationParties,
): Promise<void> {
  await ctx.emit(conversationTitleUpdated, presentConversation(row), parties)
  await parties.channel.announceConversation?.(ctx, row, parties)
}

/** Announces a conversation with its first message: from now on the inbox counts it. */
export async function announceOpened(
  ctx: OrgContext,
  conversation: ConversationRow,
  parties: ConversationParties,
): Promise<void> {
  const previous = isInInbox(parties) ? { previous: { ...inboxStateOf(conversation), is_counted: false } } : {}
  await ctx.emit(conversationOpened, { ...presentConversation(conversation), ...previous }, parties)
}

/** The same for a conversation that existed before without messages. */
export async function announceOpening(ctx: OrgContext, id: string): Promise<void> {
  const found = await readConversation(ctx, id)
  if (found) await announceOpened(ctx, found.conversation, found.parties)
}

const isInInbox = ({ teammate }: ConversationParties): boolean => teammate.owned_by_user_id === null

/** What decides in which buckets of the inbox a conversation is counted. */
export const inboxStateOf = (row: ConversationRow): InboxState => ({
  assigned_user_id: row.assigned_user_id,
  unanswered_since: row.unanswered_since?.toISOString() ?? null,
  status: row.status,
  is_counted: row.last_message_at !== null && row.deleted_at === null,
})
