import { desc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { hasRow } from '#platform/db/has-row.ts'
import { conversations } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type RunRow, runSteps, runs } from '../runs/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import { workflowTriggers } from '../triggers/table.ts'
import { users } from '../users/table.ts'
import { workflows } from '../workflows/table.ts'
import { currentStepOf } from './filter-runs.ts'

/** A run with what a row of the list shows besides. */
export type LoggedRun = {
  run: RunRow
  conversation_title: string | null
  conversation_channel: string | null
  workflow_name: string | null
  trigger_type: 'public' | 'schedule' | null
  employee_name: string | null
  /** Of the person who started it. */
  user_name: string | null
  /** Of a personal assistant. */
  is_personal: boolean
  current_step: string | null
  fallback_used: boolean
}

/** Runs, the newest first; what they show besides is looked up for these alone. */
export function readRows(
  ctx: Pick<OrgContext, 'db'>,
  where: SQL | undefined,
  { limit, offset = 0 }: { limit: number | Placeholder; offset?: number | Placeholder },
) {
  const listed = ctx.db
    .select({ id: runs.id })
    .from(runs)
    .where(where)
    .orderBy(desc(runs.created_at), desc(runs.id))
    .limit(limit)
    .offset(offset)
    .as('listed')
  return rowsOf(ctx).innerJoin(listed, eq(listed.id, runs.id)).orderBy(desc(runs.created_at), desc(runs.id))
}

export async function readRow(ctx: OrgContext, run: RunRow): Promise<LoggedRun> {
  const [row] = await rowsOf(ctx).where(inArray(runs.id, [run.id]))
  if (!row) throw new Error('A run is never deleted')
  return row
}

const rowsOf = ({ db }: Pick<OrgContext, 'db'>) =>
  db
    .select({
      run: runs,
      conversation_title: sql<string | null>`coalesce(${conversations.title}, ${conversations.temporary_title})`,
      conversation_channel: conversations.channel,
      workflow_name: workflows.name,
      trigger_type: workflowTriggers.type,
      employee_name: aiEmployees.name,
      user_name: sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      is_personal: sql<boolean>`${aiEmployees.owned_by_user_id} is not null`,
      current_step: currentStepOf(runs.id),
      fallback_used: hasRow(
        sql`select from ${runSteps} where ${runSteps.run_id} = ${runs.id} and ${runSteps.fallback_used}`,
      ),
    })
    .from(runs)
    .leftJoin(conversations, eq(conversations.id, runs.conversation_id))
    .leftJoin(workflows, eq(workflows.id, runs.workflow_id))
    .leftJoin(workflowTriggers, eq(workflowTriggers.id, runs.trigger_id))
    .leftJoin(aiEmployees, eq(aiEmployees.id, runs.employee_id))
    .leftJoin(users, eq(users.id, runs.user_id))
    .$dynamic()
