import { CONSOLE_CHANNEL, type TriedTool, type TryTool } from '#contracts/tool-console.ts'
import { AppError } from '#platform/error.ts'
import { validationError } from '#platform/http/errors.ts'
import { problemsOf, runTool, type ToolEnd } from '../replies/run-tool.ts'
import { whileAllowed } from '../replies/while-allowed.ts'
import { RunFailure } from '../runs/run-outcome.ts'
import { readTools } from '../runs/tools/read-tools.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { requireMayTry } from './access.ts'
import { continueTriedTool } from './jobs.ts'

/** A tool that fails is an answer like any other; refused is only what cannot be called. */
export async function tryTool(
  ctx: TeammateContext,
  { tool: name, input }: TryTool,
  signal: AbortSignal,
): Promise<TriedTool> {
  const { teammate, user } = ctx
  const tool = (await readTools(ctx, teammate)).find((tool) => tool.name === name)
  if (!tool) throw new AppError('not_found', 'The teammate has no such tool')
  const problems = problemsOf(tool, input)
  if (problems.length > 0) {
    throw validationError(
      problems.map(({ path, message }) => ({ path: path === 'input' ? path : `input.${path}`, message })),
    )
  }
  const requireAllowed = () => requireMayTry(ctx, user.id, teammate.id)
  const goes_on = { job: continueTriedTool, asked_by: user.id }
  try {
    const call = { tool, given: input, teammate, user, channel: CONSOLE_CHANNEL, goes_on }
    const end = await whileAllowed(ctx, requireAllowed, (lost) => runTool(ctx, call, AbortSignal.any([signal, lost])))
    await requireAllowed()
    return present(end)
  } catch (error) {
    if (error instanceof RunFailure) throw new AppError('unprocessable', error.message)
    throw error
  }
}

const present = (end: ToolEnd): TriedTool => ({
  run_id: end.run_id,
  status: end.status,
  result: end.status === 'completed' ? (end.result ?? null) : null,
  error: end.status === 'failed' ? end.error : null,
})
