import { type CallCloseCode, callCloseCodes } from '#contracts/call-close-codes.ts'
import type { CallEvent } from '#contracts/voice-socket.ts'
import type { CallAudio, openAudio } from './audio/open-audio.ts'
import { CallLine, type Sessions } from './call-line.ts'
import { CallMicrophone } from './call-microphone.ts'
import { applyCallEvent, type CallProblemCode, type CallState, withoutTurn } from './call-state.ts'
import { CallStore } from './call-store.ts'
import { type CallClaim, openCallClaim } from './one-call.ts'
import { SpeakingIndicator } from './speaking-indicator.ts'

type Levels = { input: number; output: number }

export type CallOptions = Sessions & {
  /** Null: the session begins a conversation. */
  conversation_id: string | null
  openAudio: typeof openAudio
  /** How loud the caller and the teammate are, several times a second; apart from the state, so that only meters follow. */
  onLevels?(levels: Levels): void
}

export type Call = {
  getState(): CallState
  subscribe(listener: () => void): () => void
  setMuted(isMuted: boolean): void
  setPushToTalk(isPushToTalk: boolean): void
  holdToTalk(isHeld: boolean): void
  interrupt(): void
  sendText(text: string, client_message_id?: string): void
  retryMicrophone(): void
  continueWithoutMicrophone(): void
  chooseMicrophone(device_id: string): void
  chooseSpeaker(device_id: string): void
  hangUp(): void
}

/** Calls a teammate. To be called by a click, because browsers let a page make sound only then. */
export function startCall(options: CallOptions): Call {
  const call = new BrowserCall(options)
  const { store, line, microphone } = call
  return {
    getState: () => store.state,
    subscribe: (listener) => store.subscribe(listener),
    setMuted: (isMuted) => microphone.setMuted(isMuted),
    setPushToTalk: (isPushToTalk) => microphone.setPushToTalk(isPushToTalk),
    holdToTalk: (isHeld) => microphone.holdToTalk(isHeld),
    interrupt: () => line.send({ type: 'interrupt' }),
    sendText(message, client_message_id) {
      store.change({ notice: null })
      line.send({ type: 'user_message', message, ...(client_message_id && { client_message_id }) })
    },
    retryMicrophone: () => void microphone.choose(null),
    continueWithoutMicrophone() {
      if (store.state.phase === 'no_microphone') void line.open()
    },
    chooseMicrophone: (device_id) => void microphone.choose(device_id),
    chooseSpeaker: (device_id) => void call.chooseSpeaker(device_id),
    hangUp: () => call.end(null),
  }
}

/** One call of this page, from the click to its end. */
class BrowserCall {
  readonly store: CallStore
  readonly line: CallLine
  readonly microphone: CallMicrophone
  readonly #options: CallOptions
  readonly #indicator: SpeakingIndicator
  readonly #claim: CallClaim
  readonly #onPageHide = (): void => this.end(null, callCloseCodes.pageLeft)
  #audio: CallAudio | null = null
  #levels: Levels = { input: 0, output: 0 }

  constructor(options: CallOptions) {
    this.#options = options
    this.store = new CallStore(options.conversation_id)
    this.line = new CallLine(this.store, options, {
      onSession: (conversation_id) => this.#claim.claim(conversation_id),
      onEvent: (event) => this.#receive(event),
      onAudio: (pcm) => this.#audio?.speaker.play(pcm),
      onDropped: () => this.#audio?.speaker.flush(),
      onLost: (problem) => this.end(problem),
    })
    this.microphone = new CallMicrophone(this.store, this.line, (input) => this.#reportLevels({ input }))
    this.#indicator = new SpeakingIndicator(this.store)
    this.#claim = openCallClaim((conversation_id) => this.#giveUp(conversation_id))
    addEventListener('pagehide', this.#onPageHide)
    void this.#begin()
  }

  async #begin(): Promise<void> {
    const { microphone } = this
    try {
      this.#audio = await this.#options.openAudio({
        onFrame: (frame) => microphone.hear(frame),
        onMicrophoneLost: () => void microphone.replace(),
        onPlayback: ({ level, isPlaying }) => {
          this.#reportLevels({ output: level })
          this.#indicator.setAudible(isPlaying)
        },
        onDevices: (devices) => microphone.showDevices(devices),
      })
    } catch {
      return this.end('SOUND_FAILED')
    }
    if (this.store.isOver) this.#audio.close()
    else await microphone.begin(this.#audio)
  }

  #receive(event: CallEvent): void {
    const { store, line } = this
    const speaker = this.#audio?.speaker
    if (event.type === 'error' && event.code === 'SERVER_STOPPING') {
      // Another server, or the same one in a moment, carries the call on.
      line.changeServer()
      return
    }
    if (event.type === 'response.cancelled' || event.type === 'response.paused') speaker?.flush()
    if (event.type === 'response.done') speaker?.complete()
    if (event.type === 'session.created' && store.state.isPushToTalk) {
      line.send({ type: 'push_to_talk', is_held: store.state.isTalkHeld })
    }
    store.change(applyCallEvent(store.state, event, Date.now()))
    if (event.type === 'speech_started') this.microphone.endUnsentSpeech()
    if (event.type === 'response.done') this.#indicator.update()
    if (event.type === 'error' && event.is_final) this.end(event.code)
  }

  #reportLevels(next: Partial<Levels>): void {
    this.#levels = { ...this.#levels, ...next }
    this.#options.onLevels?.(this.#levels)
  }

  async chooseSpeaker(device_id: string): Promise<void> {
    if (!this.#audio) return
    try {
      await this.#audio.chooseSpeaker(device_id)
      this.store.change({ speaker_id: device_id })
    } catch {
      this.store.change({ notice: 'SPEAKER_FAILED' })
    }
  }

  /** Another tab calls: in the same conversation the call continues there. */
  #giveUp(conversation_id: unknown): void {
    const isMoved = conversation_id === this.store.state.conversation_id
    if (isMoved) this.end('CALL_MOVED', callCloseCodes.continues)
    else this.end('CALLED_IN_ANOTHER_TAB')
  }

  end(problem: CallProblemCode | null, closeCode: CallCloseCode = callCloseCodes.hungUp): void {
    if (this.store.isOver) return
    this.#indicator.close()
    this.microphone.close()
    this.#claim.release()
    this.line.close(closeCode)
    this.#audio?.close()
    removeEventListener('pagehide', this.#onPageHide)
    this.#reportLevels({ input: 0, output: 0 })
    this.store.change({ ...withoutTurn, phase: 'ended', problem, hasMicrophone: false })
  }
}
