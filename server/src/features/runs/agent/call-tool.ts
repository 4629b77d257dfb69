import type { z } from 'zod'
import { AppError } from '#platform/error.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { ToolCall, ToolResult } from '../../models/model-language.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { endsExecution } from '../run-outcome.ts'
import { storableValue } from './storable-value.ts'
import type { Toolbox } from './toolbox.ts'

/** A longer result would push everything else out of the model's context. */
const MAX_CHARACTERS = 60_000

/** The result of a call that was interrupted and may not be repeated. */
export const LOST =
  'This was begun and then interrupted. Whether it was done is not known, and it is not done again by itself.'

/** The result of a call, as the model reads it. */
export const resultOf = (
  { id, name }: ToolCall,
  output: unknown,
  { is_error = false, maxLength = MAX_CHARACTERS } = {},
): ToolResult => ({
  call_id: id,
  name,
  output: bounded(storableValue(output), maxLength),
  ...(is_error && { is_error }),
})

/** Why a call cannot be made; null where it can. */
export function problemOf(toolbox: Toolbox, call: ToolCall): string | null {
  const tool = toolbox.find(call.name)
  if (!tool) return noSuchTool(call)
  const input = tool.input.safeParse(call.input)
  return input.success ? null : whatDoesNotFit(input.error)
}

const noSuchTool = ({ name }: ToolCall): string => `There is no tool ${name}.`

function whatDoesNotFit({ issues }: z.ZodError): string {
  const lines = issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`)
  return `The input does not fit. ${lines.join('; ')}`
}

/** Calls one tool. A failure becomes a result that the model can read, unless it ends the execution. */
export async function callTool(
  toolbox: Toolbox,
  scope: ToolScope,
  call: ToolCall,
  maxLength = MAX_CHARACTERS,
): Promise<ToolResult> {
  const answer = (output: unknown, is_error = false) => resultOf(call, output, { is_error, maxLength })
  const tool = toolbox.find(call.name)
  if (!tool || 'workflow_id' in tool) return answer(noSuchTool(call), true)
  const input = tool.input.safeParse(call.input)
  if (!input.success) return answer(whatDoesNotFit(input.error), true)

  const { signal, stop } = wallClock(scope.signal, tool.timeoutMs / 1000, 'The tool took too long')
  try {
    return answer(await unlessStopped(tool.call({ ...scope, signal }, input.data as never), signal))
  } catch (error) {
    scope.signal.throwIfAborted()
    if (endsExecution(error)) throw error
    if (signal.aborted) return answer('The tool took too long and was stopped.', true)
    if (error instanceof AppError) return answer(error.message, true)
    scope.ctx.log.warn({ err: error, tool: call.name }, 'a tool failed')
    return answer(error instanceof Error ? error.message : 'The tool failed.', true)
  } finally {
    stop()
  }
}

/** Rejects when the signal aborts, so that a tool that ignores the signal is not waited for. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function bounded(output: unknown, maxLength: number): unknown {
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? 'null')
  if (text.length <= maxLength) return output
  return `${text.slice(0, maxLength).toWellFormed()}\n[${text.length - maxLength} more characters were left out]`
}
