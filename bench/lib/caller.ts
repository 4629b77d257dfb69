import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { silence, voice } from '#testing/calls/sounds.ts'
import { FIRST_SOUND_MS, FIRST_TOKEN_MS, TRANSCRIBING_MS } from '../servers/speech-vendor.ts'

/** What the vendor of `bench/servers/speech-vendor.ts` takes from the end of speech to the first sound. */
export const VENDOR_MS = TRANSCRIBING_MS + FIRST_TOKEN_MS + FIRST_SOUND_MS
const SPEECH_MS = 1000
export const SPEECH = Buffer.concat([silence(300), voice(SPEECH_MS)])
const FRAME_MS = 20
const BYTES_PER_MS = 48

type Seen = {
  /** When the server said that speech had ended, and when the answer to it was first heard. */
  stoppedAt: number
  soundAt: number
  playedMs: number
  lateMs: number
  answers: number
  errors: string[]
}
export type Caller = Awaited<ReturnType<typeof callerOf>>

/** A caller who sends what a microphone hears, frame by frame, in real time. */
export async function callerOf(socket: WebSocket) {
  const seen: Seen = { stoppedAt: 0, soundAt: 0, playedMs: 0, lateMs: 0, answers: 0, errors: [] }
  socket.on('message', (data: Buffer, isBinary) => {
    const now = performance.now()
    if (isBinary) {
      if (seen.soundAt === 0) seen.soundAt = now
      // What came until now has been heard by then; a frame after that is late.
      else seen.lateMs = Math.max(seen.lateMs, now - seen.soundAt - seen.playedMs)
      seen.playedMs += data.length / BYTES_PER_MS
      return
    }
    const event = JSON.parse(data.toString()) as { type: string; code?: string }
    if (event.type === 'speech_stopped') Object.assign(seen, { stoppedAt: now, soundAt: 0, playedMs: 0 })
    if (event.type === 'response.done') seen.answers += 1
    if (event.type === 'error') seen.errors.push(String(event.code))
  })
  async function send(pcm: Buffer): Promise<void> {
    const begun = performance.now()
    for (let at = 0; at < pcm.length; at += FRAME_MS * BYTES_PER_MS) {
      const wait = begun + at / BYTES_PER_MS - performance.now()
      if (wait > 0) await sleep(wait)
      socket.send(pcm.subarray(at, at + FRAME_MS * BYTES_PER_MS))
    }
  }
  return {
    seen,
    send,
    close: () => socket.close(),
    /** Says something and hears its answer to the end. Both in milliseconds: since the server noticed the end of speech, and since that end. */
    async takeTurn(): Promise<{ sinceNoticed: number; sinceQuiet: number }> {
      const answered = seen.answers
      await send(SPEECH)
      const quietAt = performance.now()
      while (seen.answers === answered) await send(silence(200))
      return { sinceNoticed: seen.soundAt - seen.stoppedAt, sinceQuiet: seen.soundAt - quietAt }
    },
  }
}

/** All of them speak every `turnMs`, one after the other, for so long. */
export async function talkAtOnce(callers: readonly Caller[], turnMs: number, seconds: number): Promise<void> {
  const begun = performance.now()
  await Promise.all(
    callers.map(async ({ send }, n) => {
      await send(silence((n * turnMs) / callers.length))
      while (performance.now() - begun < seconds * 1000) {
        await send(Buffer.concat([SPEECH, silence(turnMs - 300 - SPEECH_MS)]))
      }
    }),
  )
}
