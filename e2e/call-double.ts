import { randomUUID } from 'node:crypto'
import type { Page, WebSocketRoute } from 'playwright-core'
import { z } from 'zod'
import { AGAIN } from './send-again.ts'

const RATE_HZ = 24_000
const FRAME_BYTES = 960
const FRAME_MS = 20
/** About the level of a whisper. */
const LOUD = 0.02

const Session = z.looseObject({ conversation_id: z.uuid() })
/** A visitor's session is wrapped, a colleague's is not. */
const Envelope = z.object({ data: Session })

type Line = ReturnType<typeof openLine>

/**
 * Sessions are the server's own, or refused here; on the line is a double, which does what the test says and receives what the
 * page sends.
 */
export async function answerCalls(page: Page) {
  const lines: Line[] = []
  /** The conversations of the sessions that were created. */
  const sessions: string[] = []
  let refusal: { status: number; code: string } | null = null

  await page.route('**/chat/realtime/**create-session/**', async (route) => {
    if (refusal) return route.fulfill({ status: refusal.status, json: { error: 'No', code: refusal.code } })
    const response = await route.fetch(AGAIN)
    const answer: unknown = await response.json()
    sessions.push((Envelope.safeParse(answer).data?.data ?? Session.parse(answer)).conversation_id)
    return route.fulfill({ response, json: answer })
  })
  await page.routeWebSocket(/\/chat\/realtime\?session=/, (socket) => {
    lines.push(openLine(socket, sessions.at(-1) ?? ''))
  })

  return {
    sessions,
    lines,
    line(): Line {
      const last = lines.at(-1)
      if (!last) throw new Error('Nobody has called')
      return last
    },
    refuse(next: typeof refusal): void {
      refusal = next
    },
  }
}

function openLine(socket: WebSocketRoute, conversation_id: string) {
  const received = { frames: 0, loudFrames: 0, hz: 0 }
  const messages: Record<string, unknown>[] = []
  let isClosed = false
  const send = (event: Record<string, unknown>): void => {
    if (!isClosed) socket.send(JSON.stringify(event))
  }
  socket.onClose(() => {
    isClosed = true
  })
  socket.onMessage((data) => {
    if (typeof data === 'string') {
      messages.push(z.looseObject({ type: z.string() }).parse(JSON.parse(data)))
      return
    }
    if (data.length !== FRAME_BYTES) throw new Error(`A frame has ${data.length} bytes`)
    received.frames += 1
    const samples = Array.from({ length: data.length / 2 }, (_, index) => data.readInt16LE(index * 2) / 32_768)
    // A frame in which the tone begins or ends has another frequency.
    const quarter = samples.length / 4
    if (rms(samples.slice(0, quarter)) < LOUD || rms(samples.slice(-quarter)) < LOUD) return
    received.loudFrames += 1
    received.hz = frequencyOf(samples)
  })
  send({
    type: 'session.created',
    session_id: 'x',
    conversation_id,
    ai_employee: { id: randomUUID(), name: 'Robin' },
    sample_rate: RATE_HZ,
  })

  return {
    received,
    messages,
    send,
    isClosed: () => isClosed,
    drop: () => socket.close({ code: 1011 }),
    /** Says a sentence: its caption, and a tone for as long. */
    speak(text: string, ms: number): string {
      const message_id = randomUUID()
      send({ type: 'response.started', message_id })
      send({ type: 'caption', message_id, role: 'assistant', text, is_final: false })
      const frames = ms / FRAME_MS
      for (let frame = 0; frame < frames; frame++) if (!isClosed) socket.send(tone(frame))
      return message_id
    },
    hear(text: string, is_final = true): string {
      const message_id = randomUUID()
      send({ type: 'caption', message_id, role: 'user', text, is_final })
      return message_id
    },
  }
}

const rms = (samples: number[]): number => Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)

function tone(frame: number): Buffer {
  const bytes = Buffer.alloc(FRAME_BYTES)
  for (let index = 0; index < FRAME_BYTES / 2; index++) {
    const sample = Math.sin((2 * Math.PI * 300 * (frame * (FRAME_BYTES / 2) + index)) / RATE_HZ)
    bytes.writeInt16LE(Math.round(sample * 12_000), index * 2)
  }
  return bytes
}

/** Of a pure tone, by its rising zero crossings. */
function frequencyOf(samples: number[]): number {
  const crossings = samples.flatMap((one, index) => {
    const before = samples[index - 1] ?? 0
    return before < 0 && one >= 0 ? [index - one / (one - before)] : []
  })
  const [first = 0, last = 0] = [crossings.at(0), crossings.at(-1)]
  return crossings.length < 2 ? 0 : ((crossings.length - 1) * RATE_HZ) / (last - first)
}
