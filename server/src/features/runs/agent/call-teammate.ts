import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { defineTool } from '#platform/tool.ts'
import { findCallableTeammate, listCallableTeammates } from '../../teammates/access.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { executeRun } from '../execute-run.ts'
import { listRunFiles } from '../files/list-run-files.ts'
import { nameFile } from '../files/save-run-file.ts'
import { failOrphanedRun } from '../jobs.ts'
import { quietHost } from '../run-host.ts'
import { type RunBeginning, startChildRun } from '../start-run.ts'
import { runs } from '../table.ts'
import { MAX_DEPTH } from '../tools/workflow-tools.ts'

/** A prompt names no more teammates than this, each with the beginning of its role. */
const MAX_NAMED = 50
const MAX_ROLE_LENGTH = 200

export const callTeammate = defineTool('agent.call_teammate', {
  description: 'Asks another AI teammate of the organization and returns the answer.',
  // A teammate may call models and tools of its own, each with a limit of its own.
  timeoutMs: 900_000,
  input: z.object({
    teammate_id: z.uuid().describe('The id of one of the teammates that your instructions list'),
    message: z.string().min(1).max(100_000),
  }),
  async brief({ ctx, teammate, run, depth }: ToolScope) {
    if (depth >= MAX_DEPTH) return null
    const others = await listCallableTeammates(ctx, teammate.id, run.user_id, MAX_NAMED)
    const lines = others.map(({ id, name, role }) => `- ${name} (id ${id})${summaryOf(role)}`)
    return ['# Teammates you can ask', ...(lines.length > 0 ? lines : ['None.'])].join('\n')
  },
  async call(scope: ToolScope, { teammate_id, message }) {
    const { ctx, run } = scope
    if (scope.depth >= MAX_DEPTH) throw new AppError('conflict', 'Too many teammates are asking each other')
    const asked = await findCallableTeammate(ctx, teammate_id, run.user_id)
    if (asked.id === scope.teammate.id) throw new AppError('conflict', 'A teammate cannot ask itself')

    const beginning: RunBeginning = {
      flow: { steps: { answer: { type: 'agent', name: asked.name, employee_id: asked.id } } },
      starting_step_id: 'answer',
      input: { message, attachments: [] },
      depth: scope.depth + 1,
      is_debug_mode: ctx.organization.is_debug_mode,
    }
    const child = await startChildRun(ctx, {
      organization_id: ctx.organization.id,
      employee_id: asked.id,
      conversation_id: null,
      contact_id: null,
      user_id: run.user_id,
      parent_run_id: run.id,
      channel: null,
      message_id: null,
      assistant_message_id: null,
      is_async: false,
      epoch: 0,
      job: failOrphanedRun,
      beginning,
    })
    const outcome = await executeRun(
      ctx,
      child,
      { ...quietHost, stoppedBy: scope.signal, isWaitedFor: true },
      beginning,
    )
    if (outcome?.status === 'completed') {
      const files = await adoptFiles(scope, child.id)
      return { teammate: asked.name, answer: outcome.output, ...(files.length > 0 && { files }) }
    }
    const [ended] = await ctx.db.select().from(runs).where(eq(runs.id, child.id))
    throw new AppError('bad_gateway', ended?.error ?? `${asked.name} could not answer`)
  },
})

/** Attaches the files of the called teammate to the answer of the calling one. */
async function adoptFiles({ ctx, run }: ToolScope, child_id: string): Promise<string[]> {
  const taken: string[] = []
  for (const { name, mime_type, size, hash, is_encrypted } of await listRunFiles(ctx, child_id)) {
    const file = await nameFile(ctx, run, { name, mime_type, size, hash, is_encrypted })
    taken.push(file.name)
  }
  return taken
}

/** A role shortened to one line. */
function summaryOf(role: string | null): string {
  const line = role?.replaceAll(/\s+/g, ' ').trim()
  if (!line) return ''
  return line.length > MAX_ROLE_LENGTH ? `: ${line.slice(0, MAX_ROLE_LENGTH).toWellFormed()}…` : `: ${line}`
}
