import type { VoiceSession } from '#contracts/voice.ts'
import type { CallEvent, CallerMessage } from '#contracts/voice-socket.ts'
import { microphoneFailure } from './audio/microphone.ts'
import type { CallAudio, openAudio } from './audio/open-audio.ts'
import { type CallSocket, openCallSocket } from './call-socket.ts'
import {
  applyCallEvent,
  type CallNotice,
  type CallProblemCode,
  type CallState,
  initialCallState,
  withoutTurn,
} from './call-state.ts'
import { claimCall } from './one-call.ts'

/** How long after a drop each new session is tried: a server that restarts is back within a minute. */
const RECONNECT_DELAYS_MS = [500, 1000, 2000, 3000, ...Array.from({ length: 12 }, () => 5000)]
/** Between two sentences nothing is heard for a moment, and the teammate is speaking all the same. */
const SENTENCE_GAP_MS = 1500
/** The last syllable is still on its way when the button is released. */
const RELEASE_TAIL_MS = 150
/** Silence in which the server hears that the caller has ended, where the sound stops in the middle of a turn. */
const SILENCE = { frames: 50, bytes: 960 }

export type CallOptions = {
  /** Null: the session begins a conversation. */
  conversation_id: string | null
  createSession(conversation_id: string | null): Promise<VoiceSession>
  /** What a refused session means. `null`: the server cannot be reached now, which may pass. */
  problemOf(error: unknown): CallProblemCode | null
  openAudio: typeof openAudio
  /** How loud the caller and the teammate are, several times a second; apart from the state, so that only meters follow. */
  onLevels?(levels: { input: number; output: number }): void
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
  let state = initialCallState(options.conversation_id)
  let audio: CallAudio | null = null
  let microphone: Awaited<ReturnType<CallAudio['openMicrophone']>> | null = null
  let socket: CallSocket | null = null
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let releaseTimer: ReturnType<typeof setTimeout> | undefined
  let gapTimer: ReturnType<typeof setTimeout> | undefined
  let isAudible = false
  let levels = { input: 0, output: 0 }
  const listeners = new Set<() => void>()

  const change = (next: Partial<CallState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const notice = (one: CallNotice): void => change({ notice: one })
  const reportLevels = (next: Partial<typeof levels>): void => {
    levels = { ...levels, ...next }
    options.onLevels?.(levels)
  }
  const isOver = (): boolean => state.phase === 'ended'
  const isSending = (): boolean => !state.isMuted && (!state.isPushToTalk || state.isTalkHeld)
  const send = (message: CallerMessage): void => socket?.send(message)

  function showPlaying(): void {
    clearTimeout(gapTimer)
    if (isAudible === state.isPlaying || isOver()) return
    if (isAudible || state.response_id === null) change({ isPlaying: isAudible })
    else gapTimer = setTimeout(() => change({ isPlaying: isAudible }), SENTENCE_GAP_MS)
  }

  function end(problem: CallProblemCode | null): void {
    if (isOver()) return
    clearTimeout(timer)
    clearTimeout(gapTimer)
    clearTimeout(releaseTimer)
    releaseClaim()
    socket?.close()
    audio?.close()
    socket = null
    removeEventListener('pagehide', hangUp)
    reportLevels({ input: 0, output: 0 })
    change({ ...withoutTurn, phase: 'ended', problem, hasMicrophone: false })
  }
  const hangUp = (): void => end(null)

  async function begin(): Promise<void> {
    try {
      audio = await options.openAudio({
        onFrame: ({ pcm, level }) => {
          reportLevels({ input: level })
          if (isSending()) socket?.sendAudio(pcm)
        },
        onMicrophoneLost: () => void replaceMicrophone(),
        onPlayback: ({ level, isPlaying }) => {
          reportLevels({ output: level })
          if (isPlaying === isAudible) return
          isAudible = isPlaying
          showPlaying()
        },
        onDevices: ({ microphones, speakers }) => {
          change({ microphones, speakers })
          if (state.microphoneFailure === 'lost' && microphones.length > 0) void replaceMicrophone()
        },
      })
    } catch {
      end('SOUND_FAILED')
      return
    }
    if (isOver()) {
      audio.close()
      return
    }
    await switchMicrophone(null)
  }

  /** Opens a microphone, and continues with the call where there was none yet. */
  async function switchMicrophone(device_id: string | null): Promise<void> {
    const isFirst = state.phase === 'starting' || state.phase === 'no_microphone'
    try {
      const opened = await audio?.openMicrophone(device_id)
      if (!opened || isOver()) return
      microphone = opened
      microphone.setOn(isSending())
      change({ hasMicrophone: true, microphoneFailure: null, microphone_id: opened.device_id })
      if (isFirst) await connect('connecting')
    } catch (error) {
      if (isOver()) return
      const failure = microphoneFailure(error)
      if (isFirst) change({ phase: 'no_microphone', microphoneFailure: failure })
      else change({ microphoneFailure: failure, hasMicrophone: microphone !== null })
    }
  }

  let isReplacing = false
  /** The microphone disappeared in the middle of the call: the one that the system offers now is used, where there is one. */
  async function replaceMicrophone(): Promise<void> {
    if (isReplacing || isOver()) return
    isReplacing = true
    audio?.closeMicrophone()
    microphone = null
    sendSilence()
    change({ hasMicrophone: false, microphoneFailure: 'lost' })
    reportLevels({ input: 0 })
    await switchMicrophone(null)
    if (!isOver() && microphone) notice('MICROPHONE_CHANGED')
    else if (!isOver()) change({ microphoneFailure: 'lost' })
    isReplacing = false
  }

  function sendSilence(): void {
    if (!state.isCallerSpeaking || state.isPushToTalk) return
    for (let frame = 0; frame < SILENCE.frames; frame++) socket?.sendAudio(new ArrayBuffer(SILENCE.bytes))
  }

  async function connect(phase: 'connecting' | 'reconnecting'): Promise<void> {
    change({ phase })
    try {
      const session = await options.createSession(state.conversation_id)
      if (isOver()) return
      change({ conversation_id: session.conversation_id })
      socket = openCallSocket(session.websocket_url, {
        onEvent: receive,
        onAudio: (pcm) => audio?.speaker.play(pcm),
        onClosed: reconnect,
      })
    } catch (error) {
      if (isOver()) return
      const problem = options.problemOf(error)
      if (problem) end(problem)
      else reconnect()
    }
  }

  function reconnect(): void {
    socket = null
    if (isOver()) return
    const delay = RECONNECT_DELAYS_MS[attempts++]
    if (delay === undefined) {
      end('CONNECTION_LOST')
      return
    }
    audio?.speaker.flush()
    change({ ...withoutTurn, phase: 'reconnecting' })
    clearTimeout(timer)
    timer = setTimeout(() => void connect('reconnecting'), delay)
  }

  function receive(event: CallEvent): void {
    if (event.type === 'response.cancelled' || event.type === 'response.paused') audio?.speaker.flush()
    if (event.type === 'response.done') audio?.speaker.complete()
    if (event.type === 'session.created') {
      attempts = 0
      if (state.isPushToTalk) send({ type: 'push_to_talk', is_held: state.isTalkHeld })
    }
    change(applyCallEvent(state, event, Date.now()))
    if (event.type === 'response.done') showPlaying()
    if (event.type !== 'error' || !event.is_final) return
    if (event.code === 'SERVER_STOPPING') {
      // Another server, or the same one in a moment, carries the call on.
      socket?.close()
      reconnect()
    } else {
      end(event.code)
    }
  }

  const releaseClaim = claimCall(() => end('CALLED_IN_ANOTHER_TAB'))
  addEventListener('pagehide', hangUp)
  void begin()

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setMuted(isMuted) {
      if (isMuted) sendSilence()
      change({ isMuted })
      microphone?.setOn(isSending())
      if (!isSending()) reportLevels({ input: 0 })
    },
    setPushToTalk(isPushToTalk) {
      change({ isPushToTalk, isTalkHeld: false, isMuted: false })
      microphone?.setOn(isSending())
      reportLevels({ input: 0 })
      send(isPushToTalk ? { type: 'push_to_talk', is_held: false } : { type: 'open_microphone' })
    },
    holdToTalk(isHeld) {
      if (!state.isPushToTalk || isHeld === state.isTalkHeld || isOver()) return
      clearTimeout(releaseTimer)
      if (isHeld) {
        change({ isTalkHeld: true, isMuted: false })
        microphone?.setOn(true)
        send({ type: 'push_to_talk', is_held: true })
        return
      }
      releaseTimer = setTimeout(() => {
        change({ isTalkHeld: false })
        microphone?.setOn(isSending())
        reportLevels({ input: 0 })
        send({ type: 'push_to_talk', is_held: false })
      }, RELEASE_TAIL_MS)
    },
    interrupt: () => send({ type: 'interrupt' }),
    sendText: (message, client_message_id) =>
      send({ type: 'user_message', message, ...(client_message_id && { client_message_id }) }),
    retryMicrophone: () => void switchMicrophone(null),
    continueWithoutMicrophone() {
      if (state.phase === 'no_microphone') void connect('connecting')
    },
    chooseMicrophone: (device_id) => void switchMicrophone(device_id),
    chooseSpeaker(device_id) {
      audio?.chooseSpeaker(device_id).then(
        () => change({ speaker_id: device_id }),
        () => notice('SPEAKER_FAILED'),
      )
    },
    hangUp,
  }
}
