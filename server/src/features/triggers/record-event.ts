import { sql } from 'drizzle-orm'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { TriggerContext } from './context.ts'
import { fireIn } from './fire-due.ts'
import { triggerEvents } from './table.ts'

const insertEvent = defineStatement(
  'record_trigger_event',
  { id: 'uuid', organization_id: 'uuid', trigger_id: 'uuid', body: 'jsonb', size_bytes: 'int', now: 'timestamptz' },
  (p) => sql`
  insert into ${triggerEvents} (id, organization_id, trigger_id, body, size_bytes, created_at)
  values (${p.id}, ${p.organization_id}, ${p.trigger_id}, ${p.body}, ${p.size_bytes}, ${p.now})`,
)

/** Keeps what was sent until it has been quiet for long enough. */
export async function recordEvent(ctx: TriggerContext, sent: unknown, debounce_seconds: number): Promise<void> {
  const { organization, trigger } = ctx
  const now = ctx.now()
  const body = toJson(sent ?? null)
  const of = { organization_id: organization.id, trigger_id: trigger.id }
  await insertEvent(ctx.db, { id: newId(), ...of, body, size_bytes: Buffer.byteLength(body), now })
  fireIn(ctx, trigger.id, 'public', debounce_seconds * 1000)
}
