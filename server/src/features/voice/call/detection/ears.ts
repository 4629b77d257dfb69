import { BYTES_PER_MS, SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import { workFor } from '#platform/thread-share.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { resampler } from '../../../models/speech/resample-pcm.ts'
import type { Pcm } from '../../../models/speech/speech-language.ts'
import { echoDetector } from './echo.ts'
import { joinSamples, MAX_UTTERANCE_MS, type Speech, speechDetector } from './speech-detector.ts'
import { DETECTION_RATE_HZ, openVoiceActivity } from './voice-activity.ts'

type Options = {
  organization_id: string
  onSpeech(speech: Speech): void
  /** Whether what is heard may be the teammate's own voice. */
  isAnswerSpoken(): boolean
  onFailure(error: unknown): void
}

const MAX_HELD_SAMPLES = (MAX_UTTERANCE_MS / 1000) * DETECTION_RATE_HZ
/** So much is searched in one go: well under a millisecond of work. */
const PIECE_MS = 100
/** A little more than time passes, as clocks differ. */
const LIVE_SPEED = 1.1
const LIVE_BURST_MS = 500

type Ears = {
  hear(pcm: Pcm): void
  /** What the caller is sent: it may come back through their microphone. */
  expectEcho(pcm: Pcm): void
  /** Push-to-talk: from the first call on, audio counts only while held. */
  hold(isHeld: boolean): void
  openMicrophone(): void
  /** Ends what is being said; resolves when all of it is reported. */
  close(): Promise<void>
}

/**
 * Finds what the caller says in the audio that comes in, in its order. Audio that comes as fast as time passes is searched as
 * it comes; what comes faster, as after a stall of the network, shares the thread with everyone else.
 */
export function openEars({ organization_id, onSpeech, isAnswerSpoken, onFailure }: Options): Ears {
  const resample = resampler({ from_hz: SAMPLE_RATE_HZ, to_hz: DETECTION_RATE_HZ })
  const live = liveAllowance()
  const echo = echoDetector()
  /** Audio, and changes of the microphone, that have not been looked at yet. */
  const pending: (Pcm | (() => void))[] = []
  /** While held: all of it is speech. */
  let held: Int16Array[] | null = null
  let heldSamples = 0
  let isPushToTalk = false
  let isClosed = false
  let isCatchingUp = false
  let detector: ReturnType<typeof speechDetector> | null = null
  const { promise: closed, resolve: setClosed } = Promise.withResolvers<void>()

  openVoiceActivity()
    .then((activity) => {
      detector = speechDetector(activity, echo.isEcho)
      closed.then(() => activity[Symbol.dispose]())
      proceed()
    })
    .catch((error) => {
      setClosed()
      onFailure(error)
    })

  function proceed(): void {
    if (!detector || isCatchingUp) return
    while (pending.length > 0 && live.allows(lengthMs(pending[0]))) searchNext()
    if (pending.length > 0) void workFor(organization_id, catchUp).catch(onFailure)
  }

  async function catchUp(): Promise<void> {
    isCatchingUp = true
    try {
      while (pending.length > 0) {
        if (!live.allows(PIECE_MS)) await yieldToEventLoop()
        searchNext()
      }
    } finally {
      isCatchingUp = false
    }
  }

  function searchNext(): void {
    const next = pending.shift()
    if (typeof next === 'function') next()
    else if (next) search(resample(samplesOf(next)))
  }

  function search(samples: Int16Array): void {
    if (held) hearHeld(samples)
    else if (!isPushToTalk) for (const speech of detector?.hear(samples, isAnswerSpoken()) ?? []) onSpeech(speech)
  }

  function endDetected(): void {
    for (const speech of detector?.cut() ?? []) onSpeech(speech)
  }

  function endHeld(): void {
    if (held === null) return
    const samples = joinSamples(held)
    held = null
    onSpeech({ type: 'ended', samples, pause_ms: 0 })
  }

  function beginHeld(): void {
    held = []
    heldSamples = 0
    onSpeech({ type: 'started' })
  }

  function hearHeld(samples: Int16Array): void {
    held?.push(samples)
    heldSamples += samples.length
    if (heldSamples < MAX_HELD_SAMPLES) return
    endHeld()
    beginHeld()
  }

  function enqueue(...work: (Pcm | (() => void))[]): void {
    if (isClosed) return
    pending.push(...work)
    proceed()
  }

  return {
    hear: (pcm) => enqueue(...piecesOf(pcm)),
    expectEcho: (pcm) => echo.send(samplesOf(pcm)),
    hold: (isHeld) =>
      enqueue(() => {
        if (!isPushToTalk) endDetected()
        isPushToTalk = true
        if (isHeld && held === null) beginHeld()
        else if (!isHeld) endHeld()
      }),
    openMicrophone: () =>
      enqueue(() => {
        endHeld()
        isPushToTalk = false
      }),
    close() {
      enqueue(() => {
        endHeld()
        endDetected()
        setClosed()
      })
      isClosed = true
      return closed
    },
  }
}

const lengthMs = (next: Pcm | (() => void) | undefined): number =>
  next && typeof next !== 'function' ? next.length / BYTES_PER_MS : 0

function piecesOf(pcm: Pcm): Pcm[] {
  const bytes = PIECE_MS * BYTES_PER_MS
  return Array.from({ length: Math.ceil(pcm.length / bytes) }, (_, n) => pcm.subarray(n * bytes, (n + 1) * bytes))
}

function samplesOf(pcm: Pcm): Int16Array {
  // A copy where the bytes do not begin at a sample of the memory that they are in.
  const bytes = pcm.byteOffset % 2 === 0 ? pcm : Buffer.from(new Uint8Array(pcm).buffer)
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
}

/** How much audio may be searched without waiting for others: as much as time passes. */
function liveAllowance() {
  let leftMs = LIVE_BURST_MS
  let countedAt = performance.now()
  return {
    allows(ms: number): boolean {
      const now = performance.now()
      leftMs = Math.min(LIVE_BURST_MS, leftMs + (now - countedAt) * LIVE_SPEED)
      countedAt = now
      if (leftMs < ms) return false
      leftMs -= ms
      return true
    },
  }
}
