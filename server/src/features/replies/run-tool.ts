import type { OrgContext } from '../organizations/context.ts'
import { cancelRun } from '../runs/control/cancel-run.ts'
import { readResult } from '../runs/log/read-result.ts'
import { type Begun, type RunFlow, runFlow } from '../runs/run-flow.ts'
import type { Callable } from '../runs/tools/workflow-tools.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { waitForRun } from './wait-for-run.ts'

type Given = Record<string, unknown>

export type ToolCall = {
  tool: Callable
  given: Given
  teammate: TeammateRow
  user: { id: string }
  channel: string
  goes_on?: RunFlow['goes_on']
}

/** How a call ended. `suspended`: it waits for a person and continues by itself. `is_at_once`: its run ended in memory, before it was written. */
export type ToolEnd =
  | { run_id: string; status: 'completed'; result: unknown; is_at_once: boolean }
  | { run_id: string; status: 'failed'; error: string }
  | { run_id: string; status: 'cancelled' | 'suspended' }

/** What is wrong with an input for a tool. */
export function problemsOf({ input }: Pick<Callable, 'input'>, given: Given): { path: string; message: string }[] {
  const read = input.safeParse(given)
  if (read.success) return []
  return read.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.') || 'input', message }))
}

/**
 * Calls a tool of a teammate for a person or a program: a run of the teammate, logged with steps and costs, counted, and stopped
 * with the teammate or by the signal. Throws a `RunFailure` or an `AppError` where it cannot begin.
 */
export async function runTool(ctx: OrgContext, call: ToolCall, signal: AbortSignal): Promise<ToolEnd> {
  const { teammate, user, channel, given, goes_on } = call
  const begun = await runFlow(ctx, {
    ...flowOf(call),
    input: given,
    employee_id: teammate.id,
    user_id: user.id,
    channel,
    is_async: false,
    ...(goes_on && { goes_on }),
  })
  return endOf(ctx, begun, signal)
}

type Planned = Pick<RunFlow, 'flow' | 'starting_step_id' | 'workflow_id' | 'briefing'>

/** The input is not a template: the tool gets it unchanged, and placeholders in it are not filled. */
function flowOf({ tool, teammate }: ToolCall): Planned {
  if ('workflow_id' in tool) return { ...tool.called, workflow_id: tool.workflow_id }
  const call = { type: 'tool', name: tool.name, employee_id: teammate.id, tool: tool.name, passes_input: true }
  return { flow: { steps: { call } }, starting_step_id: 'call', briefing: { teammate, tool } }
}

async function endOf(ctx: OrgContext, { run, outcome, is_at_once }: Begun, signal: AbortSignal): Promise<ToolEnd> {
  const run_id = run.id
  const stop = () => void cancelRun(ctx, run).catch((err) => ctx.log.error({ err, run_id }, 'a call was not stopped'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const known = await outcome.catch(() => null)
    if (known?.status === 'completed') return { run_id, status: 'completed', result: known.result, is_at_once }
    const ended = known?.status === 'failed' ? { ...run, ...known } : await waitForRun(ctx, run, Promise.resolve(known))
    if (ended.status === 'completed') {
      return { run_id, status: 'completed', result: await readResult(ctx, ended), is_at_once }
    }
    if (ended.status === 'failed') return { run_id, status: 'failed', error: ended.error ?? 'The call failed' }
    return { run_id, status: ended.status === 'cancelled' ? 'cancelled' : 'suspended' }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
