import { AppError } from '#platform/error.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { ToolCall, ToolResult } from '../../models/model-language.ts'
import type { ToolScope } from '../../teammates/tool-scope.ts'
import { storableValue } from './storable-value.ts'
import type { Toolbox } from './toolbox.ts'

/** A result is read by a model: more than this would push everything else out of its context. */
const MOST_CHARACTERS = 60_000

/** Calls one tool. Whatever goes wrong becomes a result that the model can read and answer to; only a stop ends the run. */
export async function callTool(toolbox: Toolbox, scope: ToolScope, call: ToolCall): Promise<ToolResult> {
  const answer = (output: unknown, is_error = false): ToolResult => ({
    call_id: call.id,
    name: call.name,
    output: bounded(storableValue(output)),
    ...(is_error && { is_error }),
  })

  const tool = toolbox.find(call.name)
  if (!tool) return answer(`There is no tool ${call.name}.`, true)
  const input = tool.input.safeParse(call.input)
  if (!input.success) {
    const issues = input.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`)
    return answer(`The input does not fit. ${issues.join('; ')}`, true)
  }

  const { signal, stop } = wallClock(scope.signal, tool.timeoutMs / 1000, 'The tool took too long')
  try {
    return answer(await unlessStopped(tool.call({ ...scope, signal }, input.data as never), signal))
  } catch (error) {
    scope.signal.throwIfAborted()
    if (signal.aborted) return answer('The tool took too long and was stopped.', true)
    if (error instanceof AppError) return answer(error.message, true)
    scope.ctx.log.warn({ err: error, tool: call.name }, 'a tool failed')
    return answer(error instanceof Error ? error.message : 'The tool failed.', true)
  } finally {
    stop()
  }
}

/** Rejects when the signal does: work that does not heed it is not waited for. */
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

function bounded(output: unknown): unknown {
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? 'null')
  if (text.length <= MOST_CHARACTERS) return output
  return `${text.slice(0, MOST_CHARACTERS)}\n[${text.length - MOST_CHARACTERS} more characters were left out]`
}
