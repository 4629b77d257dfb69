import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Overlap, Protection } from '#contracts/triggers.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'
import { workflows } from '../workflows/table.ts'

export const workflowTriggers = pgTable(
  'workflow_triggers',
  {
    id: id(),
    organization_id: organizationId(),
    workflow_id: uuid()
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    type: text().$type<'public' | 'schedule'>().notNull(),
    is_enabled: boolean().notNull().default(true),
    debounce_seconds: integer(),
    protection: text().$type<Protection>().notNull().default('none'),
    secret_sealed: text(),
    cron: text(),
    overlap: text().$type<Overlap>().notNull().default('skip'),
    /** The next time of a schedule; null where there is none, or it is not to run. */
    next_at: instant(),
    /** Why its last time or burst started no run. */
    last_problem: text(),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('triggers_of_a_workflow').on(table.organization_id, table.workflow_id, table.id),
    uniqueIndex('a_workflow_has_one_public_trigger').on(table.workflow_id).where(sql`${table.type} = 'public'`),
    index('schedules_by_time').on(table.next_at).where(sql`${table.next_at} is not null`),
    check('a_trigger_type_is_known', sql`${table.type} in ('public', 'schedule')`),
    check('a_schedule_has_its_times', sql`${table.type} <> 'schedule' or ${table.cron} is not null`),
    check('a_protected_trigger_has_a_secret', sql`${table.protection} = 'none' or ${table.secret_sealed} is not null`),
  ],
)
export type TriggerRow = typeof workflowTriggers.$inferSelect

/**
 * What a debounced trigger was sent and has not run yet. Without foreign keys, because thousands a second would each lock
 * the row of their trigger; what is left of a deleted one is swept.
 */
export const triggerEvents = pgTable(
  'trigger_events',
  {
    id: id(),
    organization_id: uuid().notNull(),
    trigger_id: uuid().notNull(),
    body: json<unknown>(),
    size_bytes: integer().notNull(),
    created_at: createdAt(),
  },
  (table) => [index('events_of_a_trigger').on(table.trigger_id, table.created_at)],
)
