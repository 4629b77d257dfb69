import type { CountedUsage, VendorConnection } from '../../model-language.ts'
import type { Pcm } from '../../speech/speech-language.ts'
import { brokenStream } from '../../vendors/failure.ts'
import type { Line } from './open-line.ts'
import { soundOf, usageOf } from './server-message.ts'

/** Has a text read by a session that has no other task. */
export async function* readAloud(
  line: Line,
  text: string,
  connection: VendorConnection,
  signal: AbortSignal,
): AsyncGenerator<Pcm, CountedUsage | null> {
  line.send({ realtimeInput: { activityStart: {} } })
  line.send({ realtimeInput: { text } })
  line.send({ realtimeInput: { activityEnd: {} } })
  let usage: CountedUsage | null = null
  let isSilent = true
  for (;;) {
    const message = await line.next(signal)
    usage = usageOf(message, usage)
    for (const pcm of soundOf(message)) {
      isSilent = false
      yield pcm
    }
    if (!message.serverContent?.turnComplete) continue
    if (isSilent) throw brokenStream(connection)
    return usage
  }
}
