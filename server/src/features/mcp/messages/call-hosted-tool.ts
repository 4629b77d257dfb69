import { HOSTED_CHANNEL } from '#contracts/mcp.ts'
import { AppError } from '#platform/error.ts'
import { problemsOf, runTool, type ToolCall, type ToolEnd } from '../../replies/run-tool.ts'
import { RunFailure } from '../../runs/run-outcome.ts'
import { readCatalogue } from '../catalogue/catalogue.ts'
import type { HostedContext } from '../context.ts'
import { continueHostedRun } from '../jobs.ts'
import { requireStillAllowed } from '../recognize-token.ts'
import { filesOf, type HostedContent, textOf } from './hosted-content.ts'
import { RPC, RpcError } from './rpc.ts'

type CallResult = { content: HostedContent[]; isError?: true }
type Given = Record<string, unknown>

const failed = (message: string): CallResult => ({ content: [textOf(message)], isError: true })

/** Errors of the tool are returned as a result that a model can read, not as a protocol error. */
export async function callHostedTool(
  ctx: HostedContext,
  { name, given: sent }: { name: string; given: Given },
  signal: AbortSignal,
): Promise<CallResult> {
  const { teammate, user } = ctx
  const call = (await readCatalogue(ctx)).byName.get(name)
  if (!call) throw new RpcError(RPC.invalid_params, `There is no tool ${name.slice(0, 200)}`)
  const { tool } = call
  const given = call.decode(sent)
  const problems = problemsOf(tool, given).map(({ path, message }) => `${path}: ${message}`)
  if (problems.length > 0) return failed(`The input does not fit. ${problems.join('; ')}`)
  const goes_on = { job: continueHostedRun, asked_by: ctx.token_id }
  const end = await makeCall(ctx, { tool, given, teammate, user, channel: HOSTED_CHANNEL, goes_on }, signal)
  // A call that ended immediately needs no second check: its token has just been read.
  const judged = 'is_at_once' in end && end.is_at_once ? null : requireStillAllowed(ctx)
  const [result] = await Promise.all([resultOf(ctx, end), judged])
  return result
}

type End = ToolEnd | { status: 'refused'; error: string }

async function makeCall(ctx: HostedContext, call: ToolCall, signal: AbortSignal): Promise<End> {
  try {
    return await runTool(ctx, call, signal)
  } catch (error) {
    if (error instanceof AppError || error instanceof RunFailure) return { status: 'refused', error: error.message }
    throw error
  }
}

async function resultOf(ctx: HostedContext, end: End): Promise<CallResult> {
  if (end.status === 'completed') {
    const files = end.is_at_once ? [] : await filesOf(ctx, end.run_id)
    return { content: [textOf(end.result ?? null), ...files] }
  }
  if (end.status === 'failed' || end.status === 'refused') return failed(end.error)
  if (end.status === 'cancelled') return failed('The call was stopped')
  const { status, run_id } = end
  return { content: [textOf({ status, run_id, note: 'It waits, and its result is in the logs.' })] }
}
