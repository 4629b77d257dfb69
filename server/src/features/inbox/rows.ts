import { type SQL, sql } from 'drizzle-orm'
import type { InboxConversation, Operator } from '#contracts/inbox.ts'
import { hasRow } from '#platform/db/has-row.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { displayName } from '../contacts/present.ts'
import { type ContactRow, contactChannels, contacts } from '../contacts/table.ts'
import { presentConversation } from '../conversations/present.ts'
import { attachments, type ConversationRow, conversations, type MessageRow, messages } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aiEmployees } from '../teammates/table.ts'
import { type UserRow, users } from '../users/table.ts'
import { voiceCalls } from '../voice/table.ts'
import { presentLabel } from './labels/access.ts'
import { conversationLabels, type LabelRow, labels } from './labels/table.ts'

/** As much of the last message as a row shows. */
const PREVIEW_CHARACTERS = sql.raw('200')

/** A conversation with the data of its row in the inbox. */
type InboxRow = ConversationRow & {
  ai_employee_name: string
  contact_id: string
  /** In internal chat the name of the colleague. */
  auto_name: string
  operator: Pick<UserRow, 'id' | 'name' | 'email' | 'picture'> | null
  /** By name. */
  labels: Pick<LabelRow, 'id' | 'organization_id' | 'name' | 'color'>[]
  message_id: string | null
  message_role: MessageRow['role']
  message_user_id: string | null
  preview: string
  has_attachments: boolean
  message_created_at: Date
  /** Of the call that is under way. */
  call_started_at: Date | null
} & Pick<ContactRow, 'first_name' | 'last_name'>

/**
 * Adds to the conversations of a query everything that their rows in the inbox show, newest first: one round trip for a
 * page.
 */
export const inboxRows = (organization_id: SQL, page: SQL): SQL<InboxRow> => sql`
  select page.*, ${aiEmployees.name} as ai_employee_name, ${contacts.id} as contact_id, ${contacts.first_name},
    ${contacts.last_name}, coalesce(colleague.name, colleague.email, ${contactChannels.auto_name}) as auto_name,
    case when ${users.id} is not null then json_build_object('id', ${users.id}, 'name', ${users.name},
      'email', ${users.email}, 'picture', ${users.picture}) end as operator,
    (select coalesce(json_agg(json_build_object('id', ${labels.id}, 'organization_id', ${labels.organization_id},
        'name', ${labels.name}, 'color', ${labels.color}) order by ${labels.name_key}), '[]')
      from ${conversationLabels} join ${labels} on ${labels.id} = ${conversationLabels.label_id}
      where ${conversationLabels.organization_id} = ${organization_id}
        and ${conversationLabels.conversation_id} = page.id) as labels,
    newest.id as message_id, newest.role as message_role, newest.user_id as message_user_id, newest.preview, newest.has_attachments,
    newest.created_at as message_created_at,
    (select ${voiceCalls.started_at} from ${voiceCalls} where ${voiceCalls.organization_id} = ${organization_id}
      and ${voiceCalls.conversation_id} = page.id and ${voiceCalls.ended_at} is null limit 1) as call_started_at
  from (${page}) as page
  join ${aiEmployees} on ${aiEmployees.id} = page.employee_id
  join ${contactChannels} on ${contactChannels.id} = page.contact_channel_id
  join ${contacts} on ${contacts.id} = ${contactChannels.contact_id}
  left join ${users} as colleague on colleague.id = ${contactChannels.user_id}
  left join ${users} on ${users.id} = page.assigned_user_id
  left join lateral (
    select ${messages.id}, ${messages.role}, ${messages.user_id}, left(${messages.content}, ${PREVIEW_CHARACTERS}) as preview, ${messages.created_at},
      ${hasRow(sql`select from ${attachments} where ${attachments.organization_id} = ${organization_id}
        and ${attachments.message_id} = ${messages.id}`)} as has_attachments
    from ${messages}
    where ${messages.organization_id} = ${organization_id} and ${messages.conversation_id} = page.id
      and ${messages.role} <> 'system' and ${messages.status} <> 'in_progress' and ${messages.deleted_at} is null
    order by ${messages.id} desc limit 1
  ) as newest on true
  order by page.last_message_at desc nulls last, page.id desc`

/** The inbox rows of given conversations, for pushes and marks. */
const rowsByIds = defineStatement('inbox_rows_by_ids', { organization_id: 'uuid', ids: 'uuid[]' }, (p) =>
  inboxRows(
    p.organization_id,
    sql`select * from ${conversations}
      where ${conversations.organization_id} = ${p.organization_id} and ${conversations.id} = any(${p.ids})`,
  ),
)

/** Conversations of which it is known that the caller may see them. */
export async function presentInbox(ctx: OrgContext, ids: string[]): Promise<InboxConversation[]> {
  if (ids.length === 0) return []
  const rows = await rowsByIds(ctx.db, { organization_id: ctx.organization.id, ids })
  return rows.map(presentRow)
}

export const presentRow = (row: InboxRow): InboxConversation => ({
  ...presentConversation(row),
  ai_employee: { id: row.employee_id, name: row.ai_employee_name },
  contact: { id: row.contact_id, display_name: displayName(row, row.auto_name) },
  assigned_user: row.operator && presentOperator(row.operator),
  labels: row.labels.map(presentLabel),
  last_message:
    row.message_id === null
      ? null
      : {
          id: row.message_id,
          role: row.message_role,
          user_id: row.message_user_id,
          content: row.preview,
          has_attachments: row.has_attachments,
          created_at: row.message_created_at.toISOString(),
        },
  call: row.call_started_at && { started_at: row.call_started_at.toISOString() },
})

export const presentOperator = ({ id, name, email, picture }: NonNullable<InboxRow['operator']>): Operator => ({
  id,
  name: name ?? email,
  picture,
})
