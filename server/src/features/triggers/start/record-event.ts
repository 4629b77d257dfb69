import { sql } from 'drizzle-orm'
import { defineBatchedWrite } from '#platform/db/batched-write.ts'
import { toJson } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/database.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { TriggerContext } from '../context.ts'
import { fireIn } from '../due/fire-due.ts'
import { triggerEvents } from '../table.ts'

/** A row as JSON text, so that the body is written once and not read again. */
type EventText = string

/** Stores a batch of events: one statement, because events come in bursts. */
const insertEvents = defineStatement(
  'record_trigger_events',
  { events: 'jsonb' },
  (p) => sql`
  insert into ${triggerEvents} (id, organization_id, trigger_id, body, size_bytes, created_at)
  select id, organization_id, trigger_id, body, size_bytes, created_at
  from jsonb_to_recordset(${p.events}) as e(id uuid, organization_id uuid, trigger_id uuid, body jsonb, size_bytes int,
    created_at timestamptz)`,
)

/** Gathers events that arrive within a moment into one statement. */
const insertTogether = defineBatchedWrite((db, events: readonly EventText[]) => insertRows(db, events))

const insertRows = (db: Db, events: readonly EventText[]) => insertEvents(db, { events: `[${events.join(',')}]` })

/** A larger event is written by itself, so that small ones do not wait for it. */
const LARGE_BYTES = 64 * 1024

/** Stores an event of a debounced trigger until no more events arrive. A burst has one commit for many events. */
export async function recordEvent(ctx: TriggerContext, sent: unknown, debounce_seconds: number): Promise<void> {
  const { organization, trigger } = ctx
  const body = toJson(sent ?? null)
  const size_bytes = Buffer.byteLength(body)
  const of = { organization_id: organization.id, trigger_id: trigger.id }
  const row = toJson({ id: newId(), ...of, size_bytes, created_at: ctx.now() })
  const event = `${row.slice(0, -1)},"body":${body}}`
  if (size_bytes > LARGE_BYTES) await insertRows(ctx.db, [event])
  else await insertTogether(ctx.db, event)
  fireIn(ctx, trigger.id, 'public', debounce_seconds * 1000)
}
