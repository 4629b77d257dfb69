import type { z } from 'zod'
import type { ApiRun } from '#contracts/api-chat.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findRunForKey } from '../runs/access.ts'
import { listRunFiles } from '../runs/files/list-run-files.ts'
import { readResult } from '../runs/log/read-result.ts'
import { readGeneratedFiles } from './read-generated-files.ts'

/** The status of a run; its result is null until it is finished. */
export async function showApiRun(ctx: OrgContext, run_id: string): Promise<z.input<typeof ApiRun>['data']> {
  const run = await findRunForKey(ctx, run_id, 'Workflow run not found')
  const files = run.status === 'completed' ? await listRunFiles(ctx, run.id) : []
  return {
    runId: run.id,
    status: run.status,
    messageId: run.message_id,
    assistantMessageId: run.assistant_message_id,
    result: await readResult(ctx, run),
    error: run.error,
    attachments: await readGeneratedFiles(ctx, files),
  }
}
