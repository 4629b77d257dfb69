import { sql } from 'drizzle-orm'
import { defineStatement } from '#platform/db/statement.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type ConversationRow, conversations } from './table.ts'

/** Reads and locks a conversation: one statement, so that what is read is what is locked. */
const lock = defineStatement(
  'lock_conversation',
  { organization_id: 'uuid', id: 'uuid' },
  (p) => sql<ConversationRow>`
  select * from ${conversations}
  where id = ${p.id} and organization_id = ${p.organization_id} and deleted_at is null
  for update`,
)

/** A conversation, locked until this transaction ends; 404 if it was deleted. */
export async function lockConversation(ctx: OrgContext, id: string): Promise<ConversationRow> {
  const [row] = await lock(ctx.db, { organization_id: ctx.organization.id, id })
  if (!row) throw new AppError('not_found', 'Conversation not found')
  return row
}
