import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import {
  givenSpokenCall,
  PAUSE,
  type SpokenCall,
  say,
  speechInputs,
  transcriptionInputs,
} from '#testing/calls/spoken-call.ts'

const app = await ownTestApp()

const SPOKEN_MS = 4000
const FRAME_BYTES = 960
const FRAME_MS = 20
/** From the socket through a loudspeaker, a room and the microphone; no whole number of frames. */
const ECHO_DELAY_MS = 247.3
/** -20 dB. */
const ECHO_LEVEL = 0.1
const RATE_PER_MS = 24

const teammateVoice = voice(SPOKEN_MS)
const given = () =>
  givenSpokenCall(app, {
    heard: [{ text: 'Where is it?' }, { text: 'Stop, please' }],
    spoken: () => ({ pcm: teammateVoice }),
  })

type Heard = {
  speech?: Buffer
  /** How much faster the loudspeaker's clock is. */
  drift?: number
}

/** A microphone beside a loudspeaker, without echo cancellation, until the returned function is called. */
function openMicrophone({ call }: SpokenCall, { speech = Buffer.alloc(0), drift = 0 }: Heard = {}) {
  let isOver = false
  let [frames, spokenFrom] = [0, Number.POSITIVE_INFINITY]
  const beganAt = performance.now()
  /** What the loudspeaker plays, by the sample. */
  let played: number[] = []
  call.socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) {
      if (/response\.(paused|cancelled)/.test(data.toString())) played = played.slice(0, nowSample())
      return
    }
    while (played.length < nowSample()) played.push(0)
    for (let at = 0; at + 1 < data.length; at += 2) played.push(data.readInt16LE(at))
  })
  const nowSample = () => Math.round((performance.now() - beganAt) * RATE_PER_MS)
  const frame = (nth: number): Buffer => {
    const pcm = Buffer.alloc(FRAME_BYTES)
    for (let n = 0; n < FRAME_BYTES / 2; n++) {
      const at = nth * (FRAME_BYTES / 2) + n
      const echo = (played[Math.round(at * (1 + drift) - ECHO_DELAY_MS * RATE_PER_MS)] ?? 0) * ECHO_LEVEL
      const offset = (at - spokenFrom) * 2
      const own = offset >= 0 && offset + 1 < speech.length ? speech.readInt16LE(offset) : 0
      pcm.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(echo + own))), n * 2)
    }
    return pcm
  }
  const running = (async () => {
    for (; !isOver; frames++) {
      await sleep(Math.max(1, beganAt + frames * FRAME_MS - performance.now()))
      call.sendAudio(frame(frames))
    }
  })()
  return {
    speak: () => {
      spokenFrom = frames * (FRAME_BYTES / 2)
    },
    stop: () => {
      isOver = true
      return running
    },
  }
}

test.for([
  ['', 0],
  [', of which the clock is another than the loudspeaker’s', 0.004],
] as const)(
  'a teammate whose voice comes back through the caller’s microphone%s does not interrupt itself',
  async ([, drift]) => {
    const talk = await given()
    say(talk, voice(900), PAUSE)
    const microphone = openMicrophone(talk, { drift })
    await talk.call.event('response.done')
    await sleep(1500)
    await microphone.stop()
    const types = talk.call.events.map(({ type }) => type)
    expect(types.filter((type) => type === 'speech_started' || type.startsWith('response.'))).toEqual([
      'speech_started',
      'response.started',
      'response.done',
    ])
    expect(transcriptionInputs(talk)).toHaveLength(1)
    expect(speechInputs(talk)).toHaveLength(1)
  },
)

test('a caller interrupts a teammate whose voice comes back', async () => {
  const talk = await given()
  say(talk, voice(900), PAUSE)
  const microphone = openMicrophone(talk, { speech: Buffer.concat([voice(1000, 210), silence(700)]) })
  await talk.call.event('response.started')
  await sleep(1300)
  microphone.speak()
  await talk.call.event('response.cancelled')
  await microphone.stop()
})
