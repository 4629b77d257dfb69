import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Vendor } from '#contracts/parties.ts'
import type { FinishReason, ModelPart, ModelRequest, ModelTool, VendorConnection } from './model-language.ts'
import { answerTooLong, brokenStream, failureOf } from './vendors/failure.ts'
import { languageModel } from './vendors/language-models.ts'
import { promptOf } from './vendors/prompt.ts'
import { reasoningOptions } from './vendors/reasoning.ts'
import { recordTurn } from './vendors/signed-turn.ts'
import { gatherToolCalls } from './vendors/tool-calls.ts'
import { type ToolNames, toolNames } from './vendors/tool-names.ts'
import { usageOf } from './vendors/usage.ts'

const END_OF_STREAM_TIMEOUT_MS = 250
/** More than any model writes in one answer; whatever keeps, publishes or logs it holds it whole. */
const MAX_ANSWER_CHARACTERS = 4_000_000
/** Of all pictures of one answer. */
const MAX_FILE_BYTES = 32 * 1024 * 1024

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

/**
 * One call to a model, streamed. It ends with `finish` or throws: a `ModelFailure`, or the signal's reason when the
 * caller aborts. Tool calls come only once the answer is whole. Nothing is tried again here.
 */
export async function* streamModel(
  connection: VendorConnection,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const names = toolNames(connection.provider, request)
  const tools = gatherToolCalls(names)
  const turn = recordTurn(connection.provider, request.model)
  let characters = 0
  let fileBytes = 0
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined

  try {
    signal.throwIfAborted()
    const model = await languageModel(connection, request.model)
    const { stream } = await model.doStream(await callOptions(connection, request, names, signal))
    reader = stream.getReader()

    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const part = read.value
      if ('delta' in part) characters += part.delta.length
      if (characters > MAX_ANSWER_CHARACTERS) throw answerTooLong(connection)
      turn.add(part)
      tools.add(part)
      if (part.type === 'text-delta' && part.delta !== '') yield { type: 'text', text: part.delta }
      else if (part.type === 'reasoning-delta' && part.delta !== '') yield { type: 'reasoning', text: part.delta }
      else if (part.type === 'file' && part.data.type === 'data') {
        const { data } = part.data
        const bytes = typeof data === 'string' ? Buffer.from(data, 'base64') : Buffer.from(data)
        fileBytes += bytes.length
        if (fileBytes > MAX_FILE_BYTES) throw answerTooLong(connection)
        yield { type: 'file', mime_type: part.mediaType, bytes }
      } else if (part.type === 'error') throw part.error
      else if (part.type === 'finish') {
        const reason = finishReason(connection.provider, part, tools.calls.length > 0)
        if (reason === null) break
        for (const call of tools.calls) yield { type: 'tool_call', ...call }
        const provider_metadata = turn.metadata()
        yield { type: 'finish', reason, usage: usageOf(part.usage), ...(provider_metadata && { provider_metadata }) }
        await readToEnd(reader)
        return
      }
    }
    throw brokenStream(connection)
  } catch (error) {
    throw failureOf(error, connection, signal)
  } finally {
    // A stream that has already failed rejects the cancellation too; that failure was thrown above.
    await reader?.cancel().catch(() => undefined)
  }
}

/** A connection can carry the next call only if this answer was read to its end, which comes at once or not at all. */
async function readToEnd(reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>): Promise<void> {
  const enough = setTimeout(() => reader.cancel().catch(() => undefined), END_OF_STREAM_TIMEOUT_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The answer was delivered; what happens to the connection afterwards changes nothing.
  } finally {
    clearTimeout(enough)
  }
}

async function callOptions(
  { provider }: VendorConnection,
  request: ModelRequest,
  names: ToolNames,
  abortSignal: AbortSignal,
): Promise<LanguageModelV4CallOptions> {
  return {
    ...(await reasoningOptions(provider, request)),
    prompt: promptOf(provider, request, names),
    ...(request.tools.length > 0 && { tools: request.tools.map((tool) => functionTool(tool, names)) }),
    // A plan refuses calls that say how long the answer may be.
    ...(request.max_output_tokens !== null &&
      provider !== 'vendor_6' && { maxOutputTokens: request.max_output_tokens }),
    abortSignal,
  }
}

function functionTool({ name, description, input_schema }: ModelTool, names: ToolNames) {
  return { type: 'function' as const, name: names.encode(name), description, inputSchema: input_schema }
}

/** null: the vendor never said that it had finished. */
function finishReason(provider: Vendor, { finishReason }: FinishPart, calledTools: boolean): FinishReason | null {
  const { unified, raw } = finishReason
  // Its package reads tool calls as an ending, even where the stream broke off after them.
  if (provider === 'vendor_2' && raw === undefined) return null
  switch (unified) {
    case 'stop':
      return calledTools ? 'tool_calls' : 'stop'
    case 'tool-calls':
      return 'tool_calls'
    case 'content-filter':
      return 'content_filter'
    case 'length':
      return 'length'
    case 'other':
      return raw === undefined ? null : 'other'
    default:
      return null
  }
}
