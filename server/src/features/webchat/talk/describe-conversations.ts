import { sql } from 'drizzle-orm'
import type { WebchatConversation } from '#contracts/webchat.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { nameSources } from '../../conversations/messages/name-sources.ts'
import { type ConversationRow, messages } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { users } from '../../users/table.ts'
import { presentWebchatConversation } from '../present.ts'
import { canAnswer, maySpeak } from './can-answer.ts'

type Talk = { conversation: ConversationRow; teammate: TeammateRow }
type LastMessage = NonNullable<WebchatConversation['last_message']>

/** What was cut off may have been in the middle of a place in a file. */
const excerptOf = (role: LastMessage['role'], content: string): string =>
  role === 'ai' ? nameSources(content, content.length < EXCERPT_CHARACTERS) : content

/** Longer than a list shows. */
const EXCERPT_CHARACTERS = 300

/** Names of operators. A lateral join per id, so that the plan uses the index however many ids there are. */
const namesOfUsers = defineStatement(
  'names_of_users',
  { ids: 'uuid[]' },
  (p) => sql<{ id: string; name: string | null }>`
  select person.* from unnest(${p.ids}) as wanted(id) cross join lateral (
    select id, name from ${users} where id = wanted.id offset 0) as person`,
)

/** Conversations as their visitor sees them, with what belongs to them read once for all. */
export async function describeConversations(
  ctx: OrgContext,
  talks: Talk[],
  { withLastMessage = false } = {},
): Promise<WebchatConversation[]> {
  const operators = await namesOf(ctx, talks)
  const speaking = talks.filter(({ conversation }) => maySpeak(conversation))
  const teammates = new Map(speaking.map(({ teammate }) => [teammate.id, teammate]))
  const ready = new Map<string, boolean>()
  for (const teammate of teammates.values()) ready.set(teammate.id, await canAnswer(ctx, teammate))
  const last = withLastMessage ? await lastMessagesOf(ctx, talks) : new Map<string, LastMessage>()
  return talks.map(({ conversation, teammate }) =>
    presentWebchatConversation(conversation, teammate, {
      operator_name: operators.get(conversation.assigned_user_id ?? '') ?? null,
      ai_agent_enabled: maySpeak(conversation) && ready.get(teammate.id) === true,
      last_message: last.get(conversation.id) ?? null,
    }),
  )
}

export async function describeConversation(ctx: OrgContext, talk: Talk): Promise<WebchatConversation> {
  const [described] = await describeConversations(ctx, [talk])
  if (!described) throw new Error('Nothing was described')
  return described
}

async function namesOf(ctx: OrgContext, talks: Talk[]): Promise<Map<string, string | null>> {
  const ids = talks.flatMap(({ conversation }) => conversation.assigned_user_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await namesOfUsers(ctx.db, { ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Of each conversation the last message that was finished, one look into the index each. */
async function lastMessagesOf(ctx: OrgContext, talks: Talk[]): Promise<Map<string, LastMessage>> {
  if (talks.length === 0) return new Map()
  const ids = sql.join(
    talks.map(({ conversation }) => sql`${conversation.id}::uuid`),
    sql`, `,
  )
  const { rows } = await ctx.db.execute<
    Omit<LastMessage, 'id' | 'created_at'> & { message_id: string; conversation_id: string; sent_at: string }
  >(sql`
    select last.* from unnest(array[${ids}]) as wanted(id) cross join lateral (
      select id as message_id, conversation_id, role, left(content, ${EXCERPT_CHARACTERS}) as content, created_at::text as sent_at
      from ${messages}
      where organization_id = ${ctx.organization.id} and conversation_id = wanted.id and deleted_at is null
        and role <> 'system' and status <> 'in_progress'
      order by id desc limit 1) as last`)
  return new Map(
    rows.map(({ message_id, conversation_id, role, content, sent_at }) => [
      conversation_id,
      { id: message_id, role, content: excerptOf(role, content), created_at: new Date(sent_at).toISOString() },
    ]),
  )
}
