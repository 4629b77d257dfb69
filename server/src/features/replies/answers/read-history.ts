import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { definePrepared } from '#platform/db/prepared.ts'
import { attachments, messages } from '../../conversations/table.ts'
import type { ModelMessage } from '../../models/model-language.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { spokenBy, wordsFor } from '../../runs/prompts/message-words.ts'
import type { RunRow } from '../../runs/table.ts'

/** Enough for a long conversation; what is older is compacted away or forgotten. */
const MAX_MESSAGES = 200

/** The newest complete messages before a question, for the prompt; prepared, because every answer reads them. */
const earlier = definePrepared((db) =>
  db
    .select({ id: messages.id, role: messages.role, sender_name: messages.sender_name, content: messages.content })
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, sql.placeholder('organization_id')),
        eq(messages.conversation_id, sql.placeholder('conversation_id')),
        lt(messages.id, sql.placeholder('before')),
        // Text that a waiting answer has published is part of the history.
        or(eq(messages.status, 'completed'), isNotNull(messages.waiting_since)),
        isNull(messages.deleted_at),
        inArray(messages.role, ['contact', 'ai', 'operator']),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(MAX_MESSAGES)
    .prepare('earlier_messages'),
)

/** Comes after every message. */
export const LATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The messages before the one that a run answers; an operator's messages count as the teammate's. */
export async function readHistory(
  ctx: OrgContext,
  conversation_id: string,
  run: Pick<RunRow, 'message_id'>,
): Promise<ModelMessage[]> {
  const rows = await earlier(ctx.db).execute({
    organization_id: ctx.organization.id,
    conversation_id,
    before: run.message_id,
  })
  const history = await withFileNames(ctx, rows)
  return history
    .reverse()
    .filter(({ content }) => content !== '')
    .map(
      ({ role, sender_name, content }) =>
        ({
          role: role === 'contact' ? 'user' : 'assistant',
          content: spokenBy(sender_name, content),
        }) satisfies ModelMessage,
    )
}

type HistoryRow = { id: string; role: string; sender_name: string | null; content: string }

/** A message that came without words is remembered by its files. */
async function withFileNames(ctx: OrgContext, rows: HistoryRow[]): Promise<HistoryRow[]> {
  const withoutText = rows
    .filter(({ role, content }) => role === 'contact' && content.trim() === '')
    .map(({ id }) => id)
  if (withoutText.length === 0) return rows
  const files = await ctx.db
    .select()
    .from(attachments)
    .where(and(eq(attachments.organization_id, ctx.organization.id), inArray(attachments.message_id, withoutText)))
    .orderBy(asc(attachments.id))
  return rows.map((row) => {
    const own = files.filter(({ message_id }) => message_id === row.id)
    return { ...row, content: wordsFor(row.content, own) }
  })
}
