import { expect, onTestFinished } from 'vitest'
import type { ModelMessage } from '#features/models/model-language.ts'
import { openRealtimeSession } from '#features/models/realtime/open-realtime-session.ts'
import { openSocket } from '#platform/outbound/open-socket.ts'
import { startGeminiLiveDouble } from '../doubles/vendors/realtime/gemini/gemini-live.ts'
import { collect, question } from '../models/model-calls.ts'

const KEY = 'key'
/** A vendor that waits for more than it was given never answers. */
const TIMEOUT_MS = 20_000
export const look = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } }

/** A model that is connected for a call, and the vendor, which refuses nothing of what it is sent. */
export async function givenGeminiSession() {
  const vendor = await startGeminiLiveDouble(KEY)
  const connection = { provider: 'vendor_3', api_key: KEY, base_url: vendor.base_url, fetch, openSocket } as const
  const onAnswer = () => ({ text: () => undefined, audio: () => undefined, end: () => undefined })
  const { session, close } = openRealtimeSession(connection, {
    model: 'gemini-3.8-live',
    voice: 'Kore',
    onAnswer,
    timeoutMs: 60_000,
  })
  onTestFinished(async () => {
    close()
    await vendor.close()
    expect(vendor.refusals).toEqual([])
  })
  const answer = (...messages: ModelMessage[]) =>
    collect(
      session.answer({ ...question('gemini-3.8-live'), messages, tools: [look] }, AbortSignal.timeout(TIMEOUT_MS)),
    )
  return { vendor, answer, session }
}
