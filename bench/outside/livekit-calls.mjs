// Calls by LiveKit Agents 1.9.0 without a LiveKit server: its pipeline for each caller, heard and spoken to by the socket of
// `bench/lib/caller.ts`. It runs in a folder in which its packages are installed (`bench/call-rivals.ts`). Its options are its
// documented defaults: speech ends after 550 ms of silence, an answer begins 500 ms after it at the earliest, and the model is
// called before that where a transcript is there.
import { initializeLogger, voice } from '@livekit/agents'
import * as openai from '@livekit/agents-plugin-openai'
import * as silero from '@livekit/agents-plugin-silero'
import { AudioFrame } from '@livekit/rtc-node'
import { WebSocketServer } from 'ws'

const RATE_HZ = 24_000
const baseURL = process.env.MODEL_URL
const options = { baseURL, apiKey: 'none' }
initializeLogger({ pretty: false, level: 'error' })
const vad = await silero.VAD.load()

class CallerAudio extends voice.AudioInput {
  constructor() {
    super()
    const { readable, writable } = new TransformStream()
    this.writer = writable.getWriter()
    this.multiStream.addInputStream(readable)
  }
  push(bytes) {
    const samples = new Int16Array(new Uint8Array(bytes).buffer)
    this.writer.write(new AudioFrame(samples, RATE_HZ, 1, samples.length)).catch(() => undefined)
  }
}

class Loudspeaker extends voice.AudioOutput {
  constructor(socket) {
    super(RATE_HZ, undefined, { pause: false })
    this.socket = socket
    this.reset()
  }
  reset() {
    this.sentMs = 0
    this.begunAt = 0
    clearTimeout(this.timer)
  }
  async captureFrame(frame) {
    await super.captureFrame(frame)
    if (this.sentMs === 0) {
      this.begunAt = Date.now()
      this.onPlaybackStarted(this.begunAt)
    }
    this.sentMs += (frame.samplesPerChannel / frame.sampleRate) * 1000
    this.socket.send(Buffer.from(frame.data.buffer, frame.data.byteOffset, frame.data.byteLength))
  }
  flush() {
    super.flush()
    if (this.sentMs === 0) return
    const { sentMs, begunAt } = this
    this.timer = setTimeout(() => this.finish(sentMs, false), begunAt + sentMs - Date.now())
  }
  clearBuffer() {
    if (this.sentMs > 0) this.finish(Math.min(this.sentMs, Date.now() - this.begunAt), true)
  }
  finish(playedMs, interrupted) {
    this.reset()
    this.onPlaybackFinished({ playbackPosition: playedMs / 1000, interrupted })
  }
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
server.on('connection', async (socket) => {
  const input = new CallerAudio()
  socket.on('message', (data) => input.push(data))
  const session = new voice.AgentSession({
    vad,
    stt: new openai.STT({ ...options, model: 'listens', useRealtime: false }),
    llm: new openai.LLM({ ...options, model: 'demo' }),
    tts: new openai.TTS({ ...options, model: 'speaks', voice: 'clear' }),
  })
  const report = (type) => socket.send(JSON.stringify({ type }))
  session.on('user_state_changed', ({ oldState, newState }) => {
    if (newState === 'speaking') report('speech_started')
    if (oldState === 'speaking') report('speech_stopped')
  })
  session.on('agent_state_changed', ({ oldState }) => oldState === 'speaking' && report('response.done'))
  session.on('error', (e) => socket.send(JSON.stringify({ type: 'error', code: String(e.error?.message ?? e.error) })))
  socket.on('close', () => session.close())
  session.input.audio = input
  session.output.audio = new Loudspeaker(socket)
  await session.start({ agent: new voice.Agent({ instructions: 'You help callers.' }), record: false })
  report('session.created')
})
server.on('listening', () => console.log(`ws://127.0.0.1:${server.address().port}`))
// Its native parts take their time to end.
process.on('SIGTERM', () => process.kill(process.pid, 'SIGKILL'))
