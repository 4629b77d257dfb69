import type { Vendor } from '#contracts/parties.ts'
import type { VendorConnection } from '../model-language.ts'
import { refusedBy } from '../vendors/failure.ts'
import { openGeminiSession } from './gemini/open-gemini-session.ts'
import { limitSilence } from './limit-silence.ts'
import { openOpenAISession } from './openai/open-openai-session.ts'
import type { RealtimeOptions, RealtimeSession } from './realtime-session.ts'

/** Of the vendors in `contracts/src/realtime-vendors.ts`. */
const ways: Partial<Record<Vendor, typeof openOpenAISession>> = {
  vendor_1: openOpenAISession,
  vendor_3: openGeminiSession,
}

/** Opens a realtime model for one call; nothing is connected before it is needed. `timeoutMs`: how long it may send nothing. */
export function openRealtimeSession(
  connection: VendorConnection,
  { timeoutMs, ...options }: RealtimeOptions & { timeoutMs: number },
): RealtimeSession {
  const open = ways[connection.provider]
  if (!open) throw refusedBy(connection, 'has no realtime models that can be called.')
  const limit = limitSilence(connection, timeoutMs)
  const opened = open(connection, { ...options, onAnswer: limit.onAnswer(options.onAnswer) })
  return { ...opened, session: limit.session(opened.session) }
}
