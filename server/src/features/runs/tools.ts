import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { defineTool } from '#platform/tool.ts'
import { findCallableTeammate } from '../teammates/access.ts'
import type { ToolScope } from '../teammates/tool-scope.ts'
import { quietHost } from './continue-run.ts'
import { executeRun } from './execute-run.ts'
import { failOrphanedRun } from './jobs.ts'
import { type RunBeginning, startChildRun } from './start-run.ts'
import { runs } from './table.ts'

const MOST_BYTES = 1024 * 1024
/** Teammates may ask each other, but not in circles without an end. */
const MOST_DEPTH = 3

const httpRequest = defineTool('http_request', {
  description: 'Makes an HTTP request to a public address and returns status, headers and body.',
  input: z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
    url: z.url({ protocol: /^https?$/ }),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
  }),
  async call(scope: ToolScope, { method, url, headers, body }) {
    const isJson = body !== undefined && typeof body !== 'string'
    const response = await scope.ctx.ports.outbound.fetch(url, {
      method,
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
      signal: scope.signal,
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    })
    const text = (await readLimited(response, MOST_BYTES)).toString('utf8')
    return { status: response.status, headers: Object.fromEntries(response.headers), body: parsed(response, text) }
  },
})

function parsed(response: Response, text: string): unknown {
  if (!response.headers.get('content-type')?.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const callTeammate = defineTool('agent.call_teammate', {
  description: 'Asks another AI teammate of the organization and returns the answer.',
  // A teammate may call models and tools of its own, each with a limit of its own.
  patience: 900,
  input: z.object({ teammate_id: z.uuid(), message: z.string().min(1).max(100_000) }),
  async call(scope: ToolScope, { teammate_id, message }) {
    const { ctx, run } = scope
    if (scope.depth >= MOST_DEPTH) throw new AppError('conflict', 'Too many teammates are asking each other')
    const asked = await findCallableTeammate(ctx, teammate_id, run.user_id)
    if (asked.id === scope.teammate.id) throw new AppError('conflict', 'A teammate cannot ask itself')

    const beginning: RunBeginning = {
      flow: { steps: { answer: { type: 'agent', name: asked.name, employee_id: asked.id } } },
      starting_step_id: 'answer',
      input: { message, attachments: [] },
      depth: scope.depth + 1,
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
    const outcome = await executeRun(ctx, child, { ...quietHost, stoppedBy: scope.signal }, beginning)
    if (outcome?.status === 'completed') return { teammate: asked.name, answer: outcome.output }
    const [ended] = await ctx.db.select().from(runs).where(eq(runs.id, child.id))
    throw new AppError('bad_gateway', ended?.error ?? `${asked.name} could not answer`)
  },
})

export const tools = [httpRequest, callTeammate]
