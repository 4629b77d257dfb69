import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Flow } from '#contracts/flows.ts'
import type { FlowProblem } from '#contracts/workflows.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'

export const workflows = pgTable(
  'workflows',
  {
    id: id(),
    organization_id: organizationId(),
    name: text().notNull(),
    description: text().notNull().default(''),
    flow: json<Flow>(),
    starting_step_id: text(),
    step_count: integer().notNull().default(0),
    /** What was wrong with it when it was saved; a draft, which does not run, is one with problems or without a flow. */
    problems: json<FlowProblem[]>().notNull().default([]),
    is_draft: boolean().notNull().default(true),
    /** Counts its changes. */
    version: integer().notNull().default(1),
    deleted_at: instant(),
    created_at: createdAt(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('workflows_of_an_organization').on(table.organization_id, table.name, table.id),
    check('a_workflow_has_a_name', sql`length(trim(${table.name})) > 0`),
  ],
)
export type WorkflowRow = typeof workflows.$inferSelect
