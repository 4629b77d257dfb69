import type { CountedUsage, ModelUsage } from '../../model-language.ts'
import { sendAudio } from './heard-audio.ts'
import type { Line } from './open-line.ts'
import { usageOf } from './server-message.ts'

type Transcript = { text: string; usage: ModelUsage | null }

/** Has one turn written down. The text is final at the end of the turn; before that it may come in pieces. */
export async function transcribeTurn(line: Line, pcm: Buffer, signal: AbortSignal): Promise<Transcript> {
  line.send({ realtimeInput: { activityStart: {} } })
  sendAudio(line, pcm)
  line.send({ realtimeInput: { activityEnd: {} } })
  let text = ''
  let interim = ''
  let usage: CountedUsage | null = null
  for (;;) {
    const message = await line.next(signal)
    usage = usageOf(message, usage)
    const content = message.serverContent
    text += content?.inputTranscription?.text ?? ''
    // Each repeats the turn so far.
    interim = content?.interimInputTranscription?.text || interim
    if (content?.generationComplete || content?.turnComplete || content?.inputTranscription?.finished) break
  }
  return { text: (text.trim() || interim.trim()).replaceAll('\0', ''), usage: complete(usage) }
}

function complete(usage: CountedUsage | null): ModelUsage | null {
  if (!usage || usage.input_tokens === null) return null
  const { input_tokens, output_tokens, cached_input_tokens } = usage
  return { input_tokens, output_tokens: output_tokens ?? 0, cached_input_tokens }
}
