import type { Devices } from './audio/devices.ts'
import { type Microphone, microphoneFailure } from './audio/microphone.ts'
import type { CallAudio } from './audio/open-audio.ts'
import type { CallLine } from './call-line.ts'
import type { CallStore } from './call-store.ts'
import type { FromCapture } from './worklets/messages.ts'

/** The last syllable is still on its way when the button is released. */
const RELEASE_TAIL_MS = 150
/** Silence by which the server notices that the caller has ended, where the sound stops in the middle of a turn. */
const SILENCE = { frames: 50, bytes: 960 }

/** The microphone of a call: which one it is, and when it is sent. */
export class CallMicrophone {
  readonly #store: CallStore
  readonly #line: CallLine
  readonly #onLevel: (level: number) => void
  #audio: CallAudio | null = null
  #microphone: Microphone | null = null
  #isReplacing = false
  #releaseTimer: ReturnType<typeof setTimeout> | undefined

  constructor(store: CallStore, line: CallLine, onLevel: (level: number) => void) {
    this.#store = store
    this.#line = line
    this.#onLevel = onLevel
  }

  /** Asks for the microphone; the call begins with it. */
  async begin(audio: CallAudio): Promise<void> {
    this.#audio = audio
    await this.choose(null)
  }

  /** Opens a microphone, and continues with the call where there was none yet. */
  async choose(device_id: string | null): Promise<void> {
    const store = this.#store
    const isFirst = store.state.phase === 'starting' || store.state.phase === 'no_microphone'
    try {
      const opened = await this.#audio?.openMicrophone(device_id)
      if (!opened || store.isOver) return
      this.#microphone = opened
      opened.setOn(this.#isSending)
      store.change({ hasMicrophone: true, microphoneFailure: null, microphone_id: opened.device_id })
    } catch (error) {
      if (store.isOver) return
      const failure = microphoneFailure(error)
      if (isFirst) store.change({ phase: 'no_microphone', microphoneFailure: failure })
      else store.change({ microphoneFailure: failure, hasMicrophone: this.#microphone !== null })
      return
    }
    if (isFirst) await this.#line.open()
  }

  /** The microphone disappeared in the middle of the call: the one that the system offers now is used, where there is one. */
  async replace(): Promise<void> {
    const store = this.#store
    if (this.#isReplacing || store.isOver) return
    this.#isReplacing = true
    this.#audio?.closeMicrophone()
    this.#microphone = null
    this.#sendSilence()
    store.change({ hasMicrophone: false, microphoneFailure: 'lost' })
    this.#onLevel(0)
    await this.choose(null)
    if (!store.isOver) store.change(this.#microphone ? { notice: 'MICROPHONE_CHANGED' } : { microphoneFailure: 'lost' })
    this.#isReplacing = false
  }

  showDevices({ microphones, speakers }: Devices): void {
    this.#store.change({ microphones, speakers })
    if (this.#store.state.microphoneFailure === 'lost' && microphones.length > 0) void this.replace()
  }

  hear({ pcm, level }: FromCapture): void {
    this.#onLevel(level)
    if (this.#isSending) this.#line.sendAudio(pcm)
  }

  get #isSending(): boolean {
    const { isMuted, isPushToTalk, isTalkHeld } = this.#store.state
    return !isMuted && (!isPushToTalk || isTalkHeld)
  }

  #sendSilence(): void {
    const { isCallerSpeaking, isPushToTalk } = this.#store.state
    if (!isCallerSpeaking || isPushToTalk) return
    for (let frame = 0; frame < SILENCE.frames; frame++) this.#line.sendAudio(new ArrayBuffer(SILENCE.bytes))
  }

  /** The server notices speech a moment later: the microphone may be off by then, and nothing would end the turn. */
  endUnsentSpeech(): void {
    if (!this.#isSending || this.#microphone === null) this.#sendSilence()
  }

  setMuted(isMuted: boolean): void {
    if (isMuted) this.#sendSilence()
    this.#store.change({ isMuted })
    this.#switch()
  }

  setPushToTalk(isPushToTalk: boolean): void {
    this.#store.change({ isPushToTalk, isTalkHeld: false, isMuted: false })
    this.#switch()
    this.#line.send(isPushToTalk ? { type: 'push_to_talk', is_held: false } : { type: 'open_microphone' })
  }

  holdToTalk(isHeld: boolean): void {
    const { isPushToTalk, isTalkHeld } = this.#store.state
    // Pressed again within the tail, the button is still held.
    clearTimeout(this.#releaseTimer)
    if (!isPushToTalk || isHeld === isTalkHeld || this.#store.isOver) return
    if (isHeld) this.#setHeld(true)
    else this.#releaseTimer = setTimeout(() => this.#setHeld(false), RELEASE_TAIL_MS)
  }

  #setHeld(is_held: boolean): void {
    this.#store.change(is_held ? { isTalkHeld: true, isMuted: false } : { isTalkHeld: false })
    this.#switch()
    this.#line.send({ type: 'push_to_talk', is_held })
  }

  /** Records only what is sent. */
  #switch(): void {
    this.#microphone?.setOn(this.#isSending)
    if (!this.#isSending) this.#onLevel(0)
  }

  close(): void {
    clearTimeout(this.#releaseTimer)
  }
}
