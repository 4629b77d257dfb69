import type { WaitingFor } from '#contracts/waiting.ts'
import type { AnswerSoFar } from '../../../replies/follow-answer.ts'
import { answerEvents } from './answer-events.ts'
import { type Clip, openClip } from './clip.ts'
import { heardLength, type SpokenPassage } from './heard-text.ts'
import { type LiveAnswer, liveLength } from './live-speech.ts'
import { nextPassage, type Passage, startOfLastSentence } from './next-passage.ts'
import { openPlayback, type Playback } from './playback.ts'
import type { Figures, SpokenAnswer, ToSpeak } from './spoken-answer.ts'

/** Passages that are synthesized while another one is played. */
const MAX_AHEAD = 2

/** Speaks an answer while it grows. */
export function speakAnswer(answer: ToSpeak): SpokenAnswer {
  const { line } = answer
  const events = answerEvents(answer)
  const stopped = new AbortController()
  const signal = AbortSignal.any([stopped.signal, line.signal])
  const figures: Figures = {
    first_text_at: null,
    first_audio_at: null,
    spoken_seconds: 0,
    heard_seconds: 0,
  }
  let playback = openPlayback(line)
  let text = answer.heard ?? ''
  let passages: SpokenPassage[] = []
  /** Up to where the text was cut into passages. */
  let from = startOfLastSentence(text)
  /** All that was asked of the voice; what it costs is known when they have ended. */
  const voices: Promise<void>[] = []
  let isStarted = false
  let isVoiceLost = false
  let isOver = false
  let isPaused = false
  /** What the model itself is saying, while its words still come. */
  const lives: LiveAnswer[] = []
  let growing: { live: LiveAnswer; passage: Passage } | null = null
  let asked: string | null = null
  let waitingFor: WaitingFor | null = null
  /** What was heard in an earlier call, or before the caller spoke into a question. */
  let heardBefore = text.length
  let wake = (): void => undefined
  const onAbort = (): void => wake()
  signal.addEventListener('abort', onAbort)

  const caption = (end: number, is_final: boolean): void => events.caption(text.slice(0, end), is_final)

  function begin(end: number): void {
    figures.first_audio_at ??= Date.now()
    isStarted = true
    answer.onThought()
    events.started()
    caption(end, false)
  }

  /** Waits for the playback to come on, or for the end. */
  async function untilPlayback(isReached: (playback: Playback) => boolean): Promise<void> {
    while (!signal.aborted && !isReached(playback)) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      playback.onProgress(resolve)
      await promise
    }
  }

  async function say(passage: Passage): Promise<void> {
    if (passage.spoken === '') {
      passages.push({ passage, clip: null })
      return
    }
    await untilPlayback((now) => now.countUnfinished() <= MAX_AHEAD)
    if (signal.aborted || isVoiceLost) return
    const clip = openClip()
    passages.push({ passage, clip })
    playback.add(clip, () => begin(passage.end))
    const filling = fill(clip, passage.spoken)
      .catch((error) => {
        if (!signal.aborted) continueAsText(error)
      })
      .finally(() => {
        clip.end()
        figures.spoken_seconds += clip.receivedMs() / 1000
      })
    voices.push(filling)
  }

  /** The voice failed: what is left is shown as it comes, and counts as heard. */
  function continueAsText(error: unknown): void {
    if (isVoiceLost) return
    isVoiceLost = true
    answer.onVoiceFailure(error)
    showText()
  }

  function showText(): void {
    from = text.length
    heardBefore = from
    caption(from, false)
  }

  /** Follows what the model says by itself; true where it has got further. */
  function sayLive(): boolean {
    const before = from
    while (growing !== null || beginLive()) {
      if (growing === null) break
      const { live, passage } = growing
      passage.end = passage.start + liveLength(live, text, passage.start)
      passage.spoken = text.slice(passage.start, passage.end)
      if (passage.end > from && isStarted) caption(passage.end, false)
      from = passage.end
      if (!live.isEnded || passage.spoken !== live.text.trimStart()) break
      growing = null
    }
    return from > before
  }

  function beginLive(): boolean {
    const taken = answer.live?.take(text, from)
    if (!taken) return false
    const { answer: live, start } = taken
    const passage = { start, end: start + liveLength(live, text, start), spoken: '' }
    growing = { live, passage }
    lives.push(live)
    passages.push({ passage, clip: live.clip, live })
    playback.add(live.clip, () => begin(passage.end))
    return true
  }

  /** The model is to remember no more of its answer than was heard. */
  function truncateLive(heard: string): void {
    for (const { passage, clip, live } of passages) {
      if (!live || !clip || passage.end <= heard.length) continue
      live.truncate({ ms: playback.heardOf(clip), text: heard.slice(passage.start) })
    }
  }

  async function fill(clip: Clip, spoken: string): Promise<void> {
    const { speak } = await answer.speaker
    for await (const pcm of speak(spoken, signal)) clip.push(pcm)
  }

  /** What was spoken of a text that another model begins again was nothing. */
  function restart(): void {
    fallSilent()
    from = 0
    heardBefore = 0
  }

  function hush(): void {
    fallSilent()
    from = text.length
    heardBefore = from
  }

  function fallSilent(): void {
    events.cancelled()
    figures.heard_seconds += playback.heardMs() / 1000
    playback.stop()
    playback = openPlayback(line)
    if (isPaused) playback.pause()
    passages = []
    growing = null
    isStarted = false
  }

  async function speakMore({ text: now, end, waiting_for }: AnswerSoFar): Promise<void> {
    const spoken = text.slice(0, from)
    const isBehind = spoken.startsWith(now)
    waitingFor = waiting_for
    if (isBehind && now.length < spoken.length && end === null && !waiting_for) return
    if (!now.startsWith(spoken) && !isBehind) restart()
    text = now
    if (text !== '') figures.first_text_at ??= Date.now()
    if (isVoiceLost) return showText()
    const isComplete = end !== null || waiting_for !== null
    for (;;) {
      if (sayLive()) continue
      if (growing && !isComplete) return
      growing = null
      const isFirst = !passages.some(({ clip }) => clip !== null)
      const passage = nextPassage(text, from, { isComplete, isFirst })
      if (!passage || signal.aborted) return
      from = passage.end
      await say(passage)
    }
  }

  async function ask({ waiting_for }: AnswerSoFar): Promise<void> {
    if (waiting_for?.kind !== 'question' && waiting_for?.kind !== 'approval') return
    if (asked === waiting_for.question_id) return
    asked = waiting_for.question_id
    // A flow's own question is in the text.
    if (waiting_for.kind === 'approval' && waiting_for.tool !== null) {
      await say({ start: from, end: from, spoken: waiting_for.question })
    }
    await untilPlayback((now) => now.isIdle())
    if (signal.aborted) return
    answer.onThought()
    events.asked()
  }

  async function follow(): Promise<void> {
    for await (const now of answer.source(signal)) {
      if (now.end === 'gone' || now.end === 'stopped') return cancel()
      await speakMore(now)
      if (signal.aborted) return
      await ask(now)
      if (now.end === null) continue
      await untilPlayback((playback) => playback.isIdle())
      if (signal.aborted) return
      isOver = true
      answer.onThought()
      if (text !== '') caption(text.length, true)
      if (isStarted) events.done()
      if (now.end === 'failed') answer.onFailure(null)
    }
  }

  /** Stopped on a page, by a takeover or with its conversation: what is left of its message is not for the call to decide. */
  function cancel(): void {
    if (isOver) return
    halt()
    events.cancelled()
  }

  function halt(): void {
    isOver = true
    playback.stop()
    stopped.abort()
    answer.onThought()
  }

  const heard = (): string => text.slice(0, Math.max(heardBefore, heardLength(text, passages, playback)))

  const done = follow()
    .catch((error) => {
      if (!signal.aborted) answer.onFailure(error)
    })
    .finally(async () => {
      isOver = true
      playback.stop()
      figures.heard_seconds += playback.heardMs() / 1000
      figures.spoken_seconds += lives.reduce((ms, { clip }) => ms + clip.receivedMs(), 0) / 1000
      await Promise.all(voices)
      // A composite signal with a listener lives as long as its sources, which is until the call ends, and holds the audio.
      signal.removeEventListener('abort', onAbort)
    })

  return {
    figures,
    done,
    heard,
    isStarted: () => isStarted,
    isGoing: () => !isOver,
    isHeard: () => isStarted && !isOver && !isPaused && !playback.isIdle(),
    waitingFor: () => (isOver ? null : waitingFor),
    hush,
    pause() {
      if (isOver || waitingFor !== null) return false
      if (isStarted && !isPaused) events.paused()
      isPaused = true
      playback.pause()
      return true
    },
    resume() {
      if (!isPaused || isOver) return false
      isPaused = false
      if (isStarted) events.resumed()
      playback.resume()
      return true
    },
    leave: cancel,
    stop() {
      if (isOver) return null
      const result = { heard: heard() }
      halt()
      truncateLive(result.heard)
      events.cancelled()
      return result
    },
  }
}
