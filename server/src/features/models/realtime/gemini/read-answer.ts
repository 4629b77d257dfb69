import type { CountedUsage, FinishReason, ModelPart, VendorConnection } from '../../model-language.ts'
import type { Pcm } from '../../speech/speech-language.ts'
import { brokenStream } from '../../vendors/failure.ts'
import type { ToolForms } from '../../vendors/tool-forms.ts'
import type { Line } from './open-line.ts'
import { soundOf, usageOf, wordsOf } from './server-message.ts'

/** Words and counts may come after the end of the turn that they belong to. */
const LATE_TIMEOUT_MS = 200

const NOT_COUNTED: CountedUsage = {
  input_tokens: null,
  output_tokens: null,
  cached_input_tokens: 0,
  total_tokens: null,
}

/** Reads the model's answer up to the end of its turn, or to its tool calls, after which it waits. */
export async function* readAnswer(
  line: Line,
  connection: VendorConnection,
  forms: ToolForms,
  { signal, onAudio }: { signal: AbortSignal; onAudio(pcm: Pcm): void },
): AsyncGenerator<ModelPart> {
  let usage: CountedUsage | null = null
  let hasAllWords = true
  let reason: FinishReason | null = null
  let until = signal
  while (reason === null || usage === null || !hasAllWords) {
    const message = await line.next(until).catch((error) => {
      signal.throwIfAborted()
      if (reason === null) throw error
      return null
    })
    if (message === null) break
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
        yield { type: 'tool_call', id, ...forms.decodeCall({ name, input: args ?? {} }) }
      }
      reason = 'tool_calls'
      break
    }
    if (content?.interrupted || message.toolCallCancellation !== undefined) throw brokenStream(connection)
    // A turn that ends while the model is still at work is a part of the answer, such as what it says before its tools.
    if (!content?.turnComplete || content.interactionStatus === 'IN_PROGRESS') continue
    reason = reasonOf(content.turnCompleteReason, connection)
    until = AbortSignal.any([signal, AbortSignal.timeout(LATE_TIMEOUT_MS)])
  }
  yield { type: 'finish', reason: reason ?? 'other', usage: usage ?? NOT_COUNTED }
}

function reasonOf(why: string | null | undefined, connection: VendorConnection): FinishReason {
  if (why === 'MALFORMED_FUNCTION_CALL') throw brokenStream(connection)
  if (!why || why === 'TURN_COMPLETE_REASON_UNSPECIFIED' || why === 'NEED_MORE_INPUT') return 'stop'
  return 'content_filter'
}
