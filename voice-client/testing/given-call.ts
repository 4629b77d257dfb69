import { afterEach, beforeEach, expect, vi } from 'vitest'
import { type WebSocket as Line, type RawData, WebSocketServer } from 'ws'
import type { CallEvent } from '#contracts/voice-socket.ts'
import type { CallState } from '../call-state.ts'
import { sessionProblem } from '../session-problem.ts'
import { type Call, type CallOptions, startCall } from '../start-call.ts'

type AudioHandlers = Parameters<CallOptions['openAudio']>[0]

export const CONVERSATION = '0190a000-0000-7000-8000-000000000001'
export const OTHER_CONVERSATION = '0190a000-0000-7000-8000-000000000003'
export const MESSAGE = '0190a000-0000-7000-8000-000000000002'

export const created: CallEvent = {
  type: 'session.created',
  session_id: 'x',
  conversation_id: CONVERSATION,
  ai_employee: { id: MESSAGE, name: 'Ada' },
  sample_rate: 24_000,
}

/** A sound device whose microphone and loudspeaker are what the test says. */
export function soundDouble({ microphone = (): DOMException | null => null } = {}) {
  const handlers: AudioHandlers[] = []
  const log: string[] = []
  const openAudio: CallOptions['openAudio'] = async (given) => {
    handlers.push(given)
    return {
      speaker: {
        play: () => log.push('play'),
        complete: () => log.push('complete'),
        flush: () => log.push('flush'),
        close: () => log.push('close speaker'),
      },
      async openMicrophone(device_id) {
        const failure = microphone()
        if (failure) throw failure
        log.push(`open ${device_id ?? 'default'}`)
        return { device_id: device_id ?? 'default', setOn: (isOn) => log.push(`on ${isOn}`), close: () => undefined }
      },
      closeMicrophone: () => log.push('close microphone'),
      chooseSpeaker: async () => undefined,
      close: () => log.push('close'),
    }
  }
  const speak = () => handlers.at(-1)?.onFrame({ pcm: new ArrayBuffer(960), level: 0.5 })
  return { openAudio, log, handlers, speak }
}

export const phase = (call: Call, wanted: CallState['phase']) => expect.poll(() => call.getState().phase).toBe(wanted)

/** The code that the page will close the line with. */
export const closeCodeOf = (line: { socket: Line } | undefined): Promise<number> =>
  new Promise((resolve) => line?.socket.once('close', resolve))

/** A server for the calls of each test, which does on its lines what the test says. */
export function serveCalls() {
  let server: WebSocketServer
  const lines: { socket: Line; messages: unknown[]; frames: number }[] = []
  const open: Call[] = []

  beforeEach(async () => {
    // A page has these; the socket is real.
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('removeEventListener', () => undefined)
    vi.stubGlobal('document', {})
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((done) => server.once('listening', done))
    server.on('connection', (socket) => {
      const line = { socket, messages: [] as unknown[], frames: 0 }
      lines.push(line)
      socket.on('message', (data: RawData, isBinary) => {
        if (isBinary) line.frames += 1
        else line.messages.push(JSON.parse(String(data)))
      })
    })
  })
  afterEach(async () => {
    for (const call of open.splice(0)) call.hangUp()
    vi.unstubAllGlobals()
    for (const { socket } of lines.splice(0)) socket.terminate()
    await new Promise((done) => server.close(done))
  })

  const send = (event: CallEvent) => lines.at(-1)?.socket.send(JSON.stringify(event))

  function begin(
    sound = soundDouble(),
    refuse: () => { status: number; code: string } | null = () => null,
    conversation_id = CONVERSATION,
  ) {
    const sessions: (string | null)[] = []
    const levels: { input: number; output: number }[] = []
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const call = startCall({
      conversation_id: null,
      openAudio: sound.openAudio,
      onLevels: (now) => levels.push(now),
      problemOf: (error) => {
        const { status, code } = error as { status: number; code: string }
        return sessionProblem(status, code)
      },
      async createSession(wanted) {
        const refusal = refuse()
        if (refusal) throw Object.assign(new Error('refused'), refusal)
        sessions.push(wanted)
        return {
          session_id: 'x',
          conversation_id,
          websocket_url: `ws://127.0.0.1:${port}/chat/realtime?session=x`,
          expires_at: new Date().toISOString(),
        }
      },
    })
    open.push(call)
    return { call, sessions, levels, ...sound }
  }

  async function connected(sound = soundDouble()) {
    const given = begin(sound)
    await expect.poll(() => lines.length).toBe(1)
    send(created)
    await phase(given.call, 'active')
    return given
  }

  return { lines, send, begin, connected }
}
