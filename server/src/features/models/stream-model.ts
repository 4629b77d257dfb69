import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Vendor } from '#contracts/parties.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { ModelPart, ModelRequest, ModelSession, ModelTool, VendorConnection } from './model-language.ts'
import { prepareForms } from './schema-form.ts'
import { answerTooLong, brokenStream, failureOf } from './vendors/failure.ts'
import { finishReasonOf } from './vendors/finish-reason.ts'
import { languageModel } from './vendors/language-models.ts'
import { promptOf } from './vendors/prompt.ts'
import { readAnswer } from './vendors/read-answer.ts'
import { reasoningOptions } from './vendors/reasoning.ts'
import { recordTurn } from './vendors/signed-turn.ts'
import type { SplitPart } from './vendors/split-thinking.ts'
import { gatherToolCalls } from './vendors/tool-calls.ts'
import { type ToolForms, toolForms } from './vendors/tool-forms.ts'
import { unknownEventKind } from './vendors/unknown-events.ts'
import { usageOf } from './vendors/usage.ts'

const END_OF_STREAM_TIMEOUT_MS = 250
/** More than any model writes in one answer; whatever keeps, publishes or logs it holds it whole. */
const MAX_ANSWER_CHARACTERS = 4_000_000
/** Of all pictures of one answer. */
const MAX_FILE_BYTES = 32 * 1024 * 1024

/** What its caller may want to know of a stream that is no part of the answer. */
type Notes = { onUnknownEvent?(kind: string): void }

/**
 * One call to a model, streamed. It ends with `finish` or throws: a `ModelFailure`, or the signal's reason when the
 * caller aborts. Tool calls come only once the answer is complete. Nothing is retried here.
 */
export async function* streamModel(
  connection: VendorConnection,
  request: ModelRequest,
  signal: AbortSignal,
  { onUnknownEvent }: Notes = {},
): AsyncGenerator<ModelPart> {
  const { provider, session } = connection
  if (session) return yield* streamSession(connection, session, request, signal)
  const forms = toolForms(provider, request)
  const tools = gatherToolCalls(forms)
  const turn = recordTurn(provider, request.model)
  const answer = readAnswer(connection, request.model)
  let characters = 0
  let fileBytes = 0
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined
  let unread: unknown = null

  try {
    signal.throwIfAborted()
    await prepareForms(
      provider,
      request.tools.map((tool) => tool.input_schema),
    )
    const model = await languageModel(connection, request.model)
    const { stream } = await model.doStream(await callOptions(connection, request, forms, signal))
    reader = stream.getReader()

    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      // One piece of the network may hold hundreds of parts, which would all be read before anyone else has a turn.
      await yieldToEventLoop()
      const received = read.value
      if ('delta' in received) characters += received.delta.length
      if (characters > MAX_ANSWER_CHARACTERS) throw answerTooLong(connection)
      if (received.type === 'error') {
        const kind = unknownEventKind(received.error)
        if (kind === null) throw received.error
        unread ??= received.error
        onUnknownEvent?.(kind)
        continue
      }
      tools.add(received)
      for (const part of answer.read(received)) {
        turn.add(part)
        const shown = modelPartOf(part)
        if (shown?.type === 'file') fileBytes += shown.bytes.length
        if (fileBytes > MAX_FILE_BYTES) throw answerTooLong(connection)
        if (shown) yield shown
      }
      if (received.type === 'finish') {
        const ending = finishReasonOf(provider, received)
        if (ending === null) break
        tools.end({ wasCut: ending === 'length' })
        for (const call of tools.calls) yield { type: 'tool_call', ...call }
        const reason = ending === 'stop' && tools.calls.length > 0 ? 'tool_calls' : ending
        const provider_metadata = turn.metadata()
        yield {
          type: 'finish',
          reason,
          usage: usageOf(received.usage),
          ...(provider_metadata && { provider_metadata }),
        }
        await readToEnd(reader)
        return
      }
    }
    throw unread ?? brokenStream(connection)
  } catch (error) {
    throw failureOf(error, connection, signal)
  } finally {
    // A stream that has already failed rejects the cancellation too; that failure was thrown above.
    await reader?.cancel().catch(() => undefined)
  }
}

async function* streamSession(
  connection: VendorConnection,
  session: ModelSession,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  try {
    yield* session.answer(request, signal)
  } catch (error) {
    throw failureOf(error, connection, signal)
  }
}

function modelPartOf(part: SplitPart): ModelPart | null {
  if (part.type === 'replace') return part
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
    // NUL cannot be stored, so it is not shown either.
    const text = part.delta.replaceAll('\0', '')
    return text === '' ? null : { type: part.type === 'text-delta' ? 'text' : 'reasoning', text }
  }
  if (part.type !== 'file' || part.data.type !== 'data') return null
  const { data } = part.data
  const bytes = typeof data === 'string' ? Buffer.from(data, 'base64') : Buffer.from(data)
  return { type: 'file', mime_type: part.mediaType, bytes }
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
  forms: ToolForms,
  abortSignal: AbortSignal,
): Promise<LanguageModelV4CallOptions> {
  return {
    ...(await reasoningOptions(provider, request)),
    prompt: promptOf(provider, request, forms),
    ...(request.tools.length > 0 && { tools: request.tools.map((tool) => functionTool(provider, tool, forms)) }),
    // A plan refuses calls that say how long the answer may be.
    ...(request.max_output_tokens !== null &&
      provider !== 'vendor_6' && { maxOutputTokens: request.max_output_tokens }),
    abortSignal,
  }
}

/** Their API makes tools strict by default where it can, which requires every parameter. */
const STRICT_BY_DEFAULT: readonly Vendor[] = ['vendor_1', 'vendor_6']

function functionTool(provider: Vendor, tool: ModelTool, forms: ToolForms) {
  const { name, description, input_schema } = forms.declare(tool)
  const isStrict = STRICT_BY_DEFAULT.includes(provider) && { strict: false }
  return { type: 'function' as const, name, description, inputSchema: input_schema, ...isStrict }
}
