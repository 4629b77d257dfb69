import type { Flow } from '#contracts/flows.ts'
import { HOSTED_CHANNEL } from '#contracts/mcp.ts'
import { AppError } from '#platform/error.ts'
import { waitForRun } from '../replies/wait-for-run.ts'
import { cancelRun } from '../runs/cancel-run.ts'
import { readCalled } from '../runs/read-called.ts'
import { readResult } from '../runs/read-result.ts'
import { type RunFlow, runFlow } from '../runs/run-flow.ts'
import { RunFailure } from '../runs/run-outcome.ts'
import type { HeldRun } from '../runs/table.ts'
import type { Callable } from '../runs/workflow-tools.ts'
import { readCatalogue } from './catalogue.ts'
import type { HostedContext } from './context.ts'
import { filesOf, type HostedContent, textOf } from './hosted-content.ts'
import { requireUnrevoked } from './recognise-token.ts'
import { RPC, RpcError } from './rpc.ts'

export type CallResult = { content: HostedContent[]; isError?: true }
type Given = Record<string, unknown>

const failed = (message: string): CallResult => ({ content: [textOf(message)], isError: true })

/** A call is a run of the teammate: logged with its steps and costs, counted, and stopped with it. */
export async function callHostedTool(
  ctx: HostedContext,
  { name, given }: { name: string; given: Given },
  signal: AbortSignal,
): Promise<CallResult> {
  const tool = (await readCatalogue(ctx)).byName.get(name)
  if (!tool) throw new RpcError(RPC.invalid_params, `There is no tool ${name.slice(0, 200)}`)
  const read = tool.input.safeParse(given)
  if (!read.success) {
    const told = read.error.issues.slice(0, 20).map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`)
    return failed(`The input does not fit. ${told.join('; ')}`)
  }
  try {
    const fields = Object.keys(Object(read.data)).filter((field) => Object.hasOwn(given, field))
    const { run, outcome } = await runFlow(ctx, {
      ...(await flowOf(ctx, tool, given, fields)),
      input: given,
      employee_id: ctx.teammate.id,
      user_id: ctx.user.id,
      channel: HOSTED_CHANNEL,
      is_async: false,
    })
    const result = await resultOf(ctx, run, outcome, signal)
    await requireUnrevoked(ctx)
    return result
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unauthorized') throw error
    if (error instanceof AppError || error instanceof RunFailure) return failed(error.message)
    throw error
  }
}

type Planned = Pick<RunFlow, 'flow' | 'starting_step_id' | 'workflow_id'>

async function flowOf(ctx: HostedContext, tool: Callable, given: Given, fields: string[]): Promise<Planned> {
  if ('workflow_id' in tool) return { ...(await readCalled(ctx, tool.workflow_id)), workflow_id: tool.workflow_id }
  const input = Object.fromEntries(fields.map((field) => [field, inputAt(field, given[field])]))
  const step = { type: 'tool', name: tool.name, employee_id: ctx.teammate.id, tool: tool.name, input }
  const flow: Flow = { steps: { call: step } }
  return { flow, starting_step_id: 'call' }
}

/** What a program sends is no template: a placeholder stands for the whole of it, and what it stands for is not read again. */
const inputAt = (field: string, value: unknown): unknown =>
  typeof value === 'string' || (typeof value === 'object' && value !== null) ? `{{input.${field}}}` : value

async function resultOf(
  ctx: HostedContext,
  run: HeldRun,
  outcome: Awaited<ReturnType<typeof runFlow>>['outcome'],
  signal: AbortSignal,
): Promise<CallResult> {
  const stop = () => void cancelRun(ctx, run).catch((err) => ctx.log.error({ err }, 'a hosted call was not stopped'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const known = await outcome.catch(() => null)
    if (known?.status === 'completed') return await completed(ctx, run, known.result)
    const ended = known?.status === 'failed' ? { ...run, ...known } : await waitForRun(ctx, run, Promise.resolve(known))
    if (ended.status === 'completed') return await completed(ctx, run, await readResult(ctx, ended))
    if (ended.status === 'failed') return failed(ended.error ?? 'The call failed')
    if (ended.status === 'cancelled') return failed('The call was stopped')
    return {
      content: [textOf({ status: 'suspended', run_id: run.id, note: 'It waits, and its result is in the logs.' })],
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const completed = async (ctx: HostedContext, run: HeldRun, result: unknown): Promise<CallResult> => ({
  content: [textOf(result ?? null), ...(await filesOf(ctx, run.id))],
})
