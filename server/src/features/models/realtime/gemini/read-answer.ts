import type { CountedUsage, FinishReason, ModelPart, VendorConnection } from '../../model-language.ts'
import type { Pcm } from '../../speech-language.ts'
import { brokenStream } from '../../vendors/failure.ts'
import type { ToolNames } from '../../vendors/tool-names.ts'
import type { Line } from './open-line.ts'
import { soundOf, usageOf, wordsOf } from './server-message.ts'

/** Words may come after the end of the turn that they belong to. */
const LATE_WORDS_MS = 200

const NOT_COUNTED: CountedUsage = {
  input_tokens: null,
  output_tokens: null,
  cached_input_tokens: 0,
  total_tokens: null,
}

/** What the model answers to what it was sent: up to the end of its turn, or to its calls, after which it waits. */
export async function* readAnswer(
  line: Line,
  connection: VendorConnection,
  names: ToolNames,
  { signal, onAudio }: { signal: AbortSignal; onAudio(pcm: Pcm): void },
): AsyncGenerator<ModelPart> {
  let usage: CountedUsage | null = null
  let hasAllWords = true
  for (;;) {
    const message = await line.next(signal)
    const { serverContent: content, toolCall } = message
    usage = usageOf(message, usage)
    for (const pcm of soundOf(message)) {
      hasAllWords = false
      onAudio(pcm)
    }
    const text = wordsOf(message)
    if (text !== '') yield { type: 'text', text }
    if (content?.outputTranscription?.finished) hasAllWords = true
    if (toolCall && toolCall.functionCalls.length > 0) {
      for (const { id, name, args } of toolCall.functionCalls) {
        yield { type: 'tool_call', id, name: names.decode(name), input: args ?? {} }
      }
      yield { type: 'finish', reason: 'tool_calls', usage: usage ?? NOT_COUNTED }
      return
    }
    if (content?.interrupted || message.toolCallCancellation !== undefined) throw brokenStream(connection)
    if (!content?.turnComplete) continue
    if (!hasAllWords) yield* lateWords(line, signal)
    yield { type: 'finish', reason: reasonOf(content.turnCompleteReason, connection), usage: usage ?? NOT_COUNTED }
    return
  }
}

async function* lateWords(line: Line, signal: AbortSignal): AsyncGenerator<ModelPart> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(LATE_WORDS_MS)])
  for (;;) {
    const message = await line.next(until).catch(() => null)
    if (!message) return signal.throwIfAborted()
    const text = wordsOf(message)
    if (text !== '') yield { type: 'text', text }
    if (message.serverContent?.outputTranscription?.finished) return
  }
}

function reasonOf(why: string | null | undefined, connection: VendorConnection): FinishReason {
  if (why === 'MALFORMED_FUNCTION_CALL') throw brokenStream(connection)
  if (!why || why === 'TURN_COMPLETE_REASON_UNSPECIFIED' || why === 'NEED_MORE_INPUT') return 'stop'
  return 'content_filter'
}
