import { and, asc, eq } from 'drizzle-orm'
import type { WebhookEventType } from '#contracts/webhook-names.ts'
import type { WebhookBody, WebhookRun } from '#contracts/webhooks.ts'
import { isAny } from '#platform/db/is-any.ts'
import { presentContact } from '../contacts/present.ts'
import { contactChannels, contacts } from '../contacts/table.ts'
import { presentConversation, presentMessages } from '../conversations/present.ts'
import { conversations, messages } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type RunRow, runs } from '../runs/table.ts'
import { presentTeammate } from '../teammates/present.ts'
import { aiEmployees } from '../teammates/table.ts'
import { workflows } from '../workflows/table.ts'
import type { WebhookEventRow } from './table.ts'

type Described = ReadonlyMap<string, unknown>

/**
 * What webhooks receive of these events, in their order: each subject as it is now, read in one query a kind. Null where it
 * is not there any more, or is nobody's business outside.
 */
export async function describeEvents(ctx: OrgContext, events: WebhookEventRow[]): Promise<(WebhookBody | null)[]> {
  const described = new Map<(typeof READERS)[WebhookEventType], Described>()
  for (const read of new Set(events.map(({ type }) => READERS[type]))) {
    const ids = events.filter(({ type }) => READERS[type] === read).map(({ subject_id }) => subject_id)
    described.set(read, await read(ctx, [...new Set(ids)]))
  }
  return events.map(({ type, subject_id, happened_at }) => {
    const data = described.get(READERS[type])?.get(subject_id)
    return data === undefined ? null : ({ type, timestamp: happened_at.toISOString(), data } as WebhookBody)
  })
}

async function readConversations({ db, organization }: OrgContext, ids: string[]): Promise<Described> {
  const { organization_id, id } = conversations
  const rows = await db
    .select()
    .from(conversations)
    .where(and(eq(organization_id, organization.id), isAny(id, ids)))
  return new Map(rows.map((row) => [row.id, presentConversation(row)]))
}

const messagesWith = ({ db, organization }: OrgContext, ids: string[]) =>
  db
    .select()
    .from(messages)
    .where(and(eq(messages.organization_id, organization.id), isAny(messages.id, ids)))

/** What a teammate thought and called stays inside. */
async function readMessages(ctx: OrgContext, ids: string[]): Promise<Described> {
  const rows = (await messagesWith(ctx, ids)).filter(({ deleted_at }) => deleted_at === null)
  const presented = await presentMessages(ctx, rows, { show_thinking: false })
  return new Map(presented.map((message) => [message.id, message]))
}

async function readDeletedMessages(ctx: OrgContext, ids: string[]): Promise<Described> {
  const rows = await messagesWith(ctx, ids)
  return new Map(rows.map(({ id, conversation_id }) => [id, { id, conversation_id }]))
}

/** Colleagues who only chat with teammates are contacts too, and not sent. */
async function readContacts({ db, organization }: OrgContext, ids: string[]): Promise<Described> {
  const { organization_id, contact_id } = contactChannels
  const [rows, channels] = await Promise.all([
    db
      .select()
      .from(contacts)
      .where(and(eq(contacts.organization_id, organization.id), isAny(contacts.id, ids))),
    db
      .select()
      .from(contactChannels)
      .where(and(eq(organization_id, organization.id), isAny(contact_id, ids)))
      .orderBy(asc(contactChannels.id)),
  ])
  const described = rows.map((row) => {
    const own = channels.filter((channel) => channel.contact_id === row.id)
    return { own, contact: presentContact(row, own) }
  })
  const outside = described.filter(({ own }) => own.some(({ channel }) => channel !== 'employee_chat'))
  return new Map(outside.map(({ contact }) => [contact.id, contact]))
}

async function readRuns({ db, organization }: OrgContext, ids: string[]): Promise<Described> {
  const rows = await db
    .select({ run: runs, workflow_name: workflows.name })
    .from(runs)
    .leftJoin(workflows, eq(workflows.id, runs.workflow_id))
    .where(and(eq(runs.organization_id, organization.id), isAny(runs.id, ids)))
  return new Map(rows.map(({ run, workflow_name }) => [run.id, presentRun(run, workflow_name)]))
}

const presentRun = (run: RunRow, workflow_name: string | null): WebhookRun => ({
  run_id: run.id,
  organization_id: run.organization_id,
  workflow_id: run.workflow_id ?? '',
  workflow_name,
  trigger_id: run.trigger_id,
  employee_id: run.employee_id,
  conversation_id: run.conversation_id,
  contact_id: run.contact_id,
  status: run.status,
  error: run.error,
  error_code: run.error_code,
  input_tokens: run.input_tokens,
  output_tokens: run.output_tokens,
  usd_cost: run.usd_cost,
  created_at: run.created_at.toISOString(),
  started_at: run.started_at?.toISOString() ?? null,
  completed_at: run.completed_at?.toISOString() ?? null,
  failed_at: run.failed_at?.toISOString() ?? null,
})

async function readTeammates({ db, organization }: OrgContext, ids: string[]): Promise<Described> {
  const rows = await db
    .select()
    .from(aiEmployees)
    .where(and(eq(aiEmployees.organization_id, organization.id), isAny(aiEmployees.id, ids)))
  return new Map(rows.map((row) => [row.id, presentTeammate(row)]))
}

const READERS: Record<WebhookEventType, (ctx: OrgContext, ids: string[]) => Promise<Described>> = {
  'conversation.created': readConversations,
  'conversation.updated': readConversations,
  'conversation.deleted': readConversations,
  'message.created': readMessages,
  'message.updated': readMessages,
  'message.deleted': readDeletedMessages,
  'contact.created': readContacts,
  'contact.updated': readContacts,
  'workflow_run.completed': readRuns,
  'workflow_run.failed': readRuns,
  'ai_employee.created': readTeammates,
  'ai_employee.updated': readTeammates,
  'ai_employee.deleted': readTeammates,
}
