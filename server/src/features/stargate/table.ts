import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { StargateStatus } from '#contracts/stargate.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'

export const stargateTasks = pgTable(
  'stargate_tasks',
  {
    id: id(),
    organization_id: organizationId(),
    system: text().notNull(),
    method: text().notNull(),
    uri: text().notNull(),
    body: json<unknown>(),
    /** Of a large one a `LargeText` as JSON: the whole is among the files of the run. */
    response: text(),
    status: text().$type<StargateStatus>().notNull().default('created'),
    /** The run and the number of its step that waits for the response. */
    run_id: uuid().notNull(),
    seq: integer().notNull(),
    /** Who took it, where the gateway says its name. */
    gateway: text(),
    /** Until when the system that took it is believed to be alive; others get it afterwards. Null where that cannot be known. */
    alive_until: instant(),
    /** It was taken, and the answer that carries it has not left yet. */
    is_leaving: boolean().notNull().default(false),
    expires_at: instant().notNull(),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('tasks_that_wait_for_a_gateway')
      .on(table.organization_id, table.system, table.id)
      .where(sql`${table.status} = 'created'`),
    index('tasks_of_a_gateway')
      .on(table.organization_id, table.system, table.gateway)
      .where(sql`${table.status} = 'requested'`),
    index('tasks_by_their_step').on(table.run_id, table.seq),
    check(
      'a_task_status_is_known',
      sql`${table.status} in ('created', 'requested', 'responded', 'completed', 'failed')`,
    ),
  ],
)
export type StargateTaskRow = typeof stargateTasks.$inferSelect
