import { and, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiRun } from '#contracts/api-chat.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findRunInOrganization } from '../runs/access.ts'
import { readResult } from '../runs/read-result.ts'
import type { RunRow } from '../runs/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import { readGeneratedFiles } from './read-generated-files.ts'

/** How a run stands; its result is null while it is not finished. */
export async function showApiRun(ctx: OrgContext, run_id: string): Promise<z.input<typeof ApiRun>['data']> {
  const run = await findRunInOrganization(ctx, run_id, 'Workflow run not found')
  if (await isOfPersonalAssistant(ctx, run)) throw new AppError('not_found', 'Workflow run not found')
  return {
    runId: run.id,
    status: run.status,
    messageId: run.message_id,
    assistantMessageId: run.assistant_message_id,
    result: await readResult(ctx, run),
    error: run.error,
    attachments: run.status === 'completed' ? await readGeneratedFiles(ctx, run.assistant_message_id) : [],
  }
}

/** What a personal assistant does is its owner's alone; a key is nobody's. */
async function isOfPersonalAssistant(ctx: OrgContext, { employee_id }: RunRow): Promise<boolean> {
  if (employee_id === null) return false
  const [found] = await ctx.db
    .select({ id: aiEmployees.id })
    .from(aiEmployees)
    .where(and(eq(aiEmployees.id, employee_id), isNotNull(aiEmployees.owned_by_user_id)))
  return found !== undefined
}
