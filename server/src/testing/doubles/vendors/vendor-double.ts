/** A strict stand-in for a model vendor: a real HTTP server that refuses what the real one refuses and obeys a script. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeServer, listenOnLoopback } from '../../servers/listen-on-loopback.ts'
import { hasLoneSurrogate } from './lone-surrogates.ts'
import { playSpeech } from './play-speech.ts'
import { playWhole } from './play-whole.ts'

export type Reply = {
  text?: string
  /** The pieces the text streams in; wins over `text`. */
  chunks?: string[]
  reasoning?: string
  /** What the model draws, as base64; only the forms that can show it do. */
  images?: { mime_type: string; data: string }[]
  /** `json` is sent as the arguments, however broken it is. */
  tool_calls?: { id?: string; name: string; input?: unknown; json?: string }[]
  /** null: nothing is counted. */
  usage?: { input_tokens: number; output_tokens: number; cached_input_tokens?: number } | null
  /** How long audio is, for a transcription that counts this instead of tokens. */
  seconds?: number
  /** What is spoken, as samples of 24 kHz; a tone where nothing is given. */
  pcm?: Buffer
  finish?: 'stop' | 'length' | 'content_filter'
  /** Pause before each piece. */
  delay_ms?: number
  /** What comes after the first piece waits for this, so that a test decides what happens before the end. */
  until?: Promise<unknown>
  /** After which piece it waits instead, counted from 0. */
  until_after?: number
}

export type Fault =
  | (Reply & {
      fault:
        | 'hang'
        | 'hang_midway'
        | 'drop'
        | 'drop_midway'
        | 'garbage'
        | 'garbage_midway'
        | 'error_midway'
        | 'no_finish'
    })
  | { fault: 'status'; status: number; retry_after?: number; message?: string }

export type Script = Reply | Fault
export type Handler = (request: RecordedRequest) => Script

export type RecordedRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: JsonObject }
export type JsonObject = Record<string, unknown>

/** A reply with every gap filled, so that a wire form only has to write it down. */
export type FullReply = {
  chunks: string[]
  reasoning: string
  images: { mime_type: string; data: string }[]
  tool_calls: { id: string; name: string; json: string }[]
  usage: { input_tokens: number; output_tokens: number; cached_input_tokens: number }
  finish: 'stop' | 'length' | 'content_filter'
}

export type Refusal = { status: number; message: string }

/** How a vendor turns speech into text: one answer, and nothing streams. */
export type TranscriptionForm = {
  serves(path: string): boolean
  /** The fields of what was sent; null where it cannot be read. */
  read(bytes: Buffer<ArrayBuffer>, headers: IncomingMessage['headers']): Promise<JsonObject | null>
  check(request: RecordedRequest): Refusal | null
  answer(reply: Reply): object
}

/** How a vendor turns text into speech: sound that streams. */
export type SpeechForm = {
  serves(request: Pick<RecordedRequest, 'path' | 'body'>): boolean
  check(request: RecordedRequest): Refusal | null
  contentType: string
  pieces(reply: Reply, request: RecordedRequest): Buffer[]
}

export type WireForm = {
  speech?: SpeechForm
  transcription?: TranscriptionForm
  base_path: string
  serves(path: string): boolean
  /** What the vendor answers to a GET, if it has such a page. */
  page?(path: string): object | null
  /** Where a key can be tried without calling a model. */
  key_page: string
  /** The refusal of a key that is missing or wrong. */
  checkKey(headers: IncomingMessage['headers'], key: string | null): Refusal | null
  /** What else every request must say of itself. */
  checkVersion?(headers: IncomingMessage['headers']): Refusal | null
  check(request: RecordedRequest): Refusal | null
  errorBody(status: number, message: string): object
  /** How the vendor reports inside a stream that it is overloaded. */
  overloaded(message: string): string
  /** Server-sent events; `finish` holds what marks the answer as complete. */
  events(reply: FullReply, request: RecordedRequest): { start: string[]; content: string[]; finish: string[] }
}

export type VendorDouble = AsyncDisposable & {
  base_url: string
  requests: RecordedRequest[]
  /** How often a key was tried. */
  readonly key_checks: number
  /** How many clients went away before their answer was finished. */
  readonly aborted: number
  readonly connections: number
  /** Queues answers; a function becomes the standing answer for when the queue is empty. */
  reply(...scripts: (Script | Handler)[]): void
  close(): Promise<void>
}

export async function startVendorDouble(form: WireForm, key: string | null): Promise<VendorDouble> {
  const requests: RecordedRequest[] = []
  const queue: Script[] = []
  let standing: Handler = () => ({ text: 'ok' })
  let aborted = 0
  let connections = 0
  let keyChecks = 0

  const server = createServer(async (incoming, response) => {
    let ours = false
    response.on('close', () => {
      if (!response.writableFinished && !ours) aborted++
    })
    const refuse = ({ status, message }: Refusal, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(form.errorBody(status, message)))

    const path = incoming.url ?? '/'
    const bytes = await buffer(incoming)
    const page = incoming.method === 'GET' ? form.page?.(path) : null
    if (incoming.method === 'GET' && path === form.key_page) {
      keyChecks++
      const refusal = form.checkKey(incoming.headers, key) ?? form.checkVersion?.(incoming.headers)
      if (refusal) return refuse(refusal)
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
    }
    if (page) return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
    const spoken = form.transcription?.serves(path) ? form.transcription : null
    const sent = parsed(bytes)
    const speech = sent && form.speech?.serves({ path, body: sent }) ? form.speech : null
    if (incoming.method !== 'POST' || !(speech || (spoken ?? form).serves(path)))
      return refuse({ status: 404, message: 'Not found' })
    const keyRefusal = form.checkKey(incoming.headers, key)
    if (keyRefusal) return refuse(keyRefusal)
    const body = spoken ? await spoken.read(bytes, incoming.headers) : sent
    if (!body) return refuse({ status: 400, message: 'The body cannot be read' })

    const request = { method: 'POST', path, headers: incoming.headers, body }
    requests.push(request)
    if (!spoken && hasLoneSurrogate(body))
      return refuse({ status: 400, message: 'The request body is not valid JSON: no low surrogate in string' })
    const refusal = (speech ?? spoken ?? form).check(request)
    if (refusal) return refuse(refusal)

    const script = queue.shift() ?? standing(request)
    if ('fault' in script && script.fault === 'status') {
      const headers = script.retry_after === undefined ? {} : { 'retry-after': String(script.retry_after) }
      return refuse({ status: script.status, message: script.message ?? `Scripted ${script.status}` }, headers)
    }
    const drop = () => {
      ours = true
      response.destroy()
    }
    if (speech) {
      const { contentType } = speech
      await playSpeech(script, { contentType, pieces: speech.pieces(script, request) }, response, drop)
    } else if (spoken) await playWhole(script, spoken.answer(script), response, drop)
    else await play(script, form, request, response, drop)
  })

  server.on('connection', () => connections++)
  const origin = await listenOnLoopback(server)
  const close = () => closeServer(server)

  return {
    base_url: `${origin}${form.base_path}`,
    requests,
    get aborted() {
      return aborted
    },
    get key_checks() {
      return keyChecks
    },
    get connections() {
      return connections
    },
    reply(...scripts) {
      for (const script of scripts) {
        if (typeof script === 'function') standing = script
        else queue.push(script)
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function play(
  script: Exclude<Script, { fault: 'status' }>,
  form: WireForm,
  request: RecordedRequest,
  response: ServerResponse,
  drop: () => void,
): Promise<void> {
  const fault = 'fault' in script ? script.fault : null
  if (fault === 'hang') return
  if (fault === 'drop') return drop()

  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (fault === 'garbage') {
    response.end('<html><body>It works!</body></html>')
    return
  }

  const { start, content, finish } = form.events(fullReply(script), request)
  for (const event of start) response.write(event)
  for (const [index, event] of content.entries()) {
    if (fault && fault !== 'no_finish' && index >= content.length / 2) break
    if (script.delay_ms) await sleep(script.delay_ms)
    if (response.destroyed) return
    await written(response, event)
    if (index === (script.until_after ?? 0)) await script.until
  }

  if (fault === 'hang_midway') return
  if (fault === 'drop_midway') {
    return drop()
  }
  if (fault === 'garbage_midway') {
    response.end('data: {"this is": not json\n\n')
    return
  }
  if (fault === 'error_midway') {
    response.end(form.overloaded('Too much to do'))
    return
  }
  if (fault === 'no_finish') {
    response.end()
    return
  }
  response.write(finish.join(''))
  // As with the real ones, the line ends a moment after the last event.
  await sleep(5)
  response.end()
}

/** Resolves when it has left the process: what is dropped after that reaches the client first. */
const written = (response: ServerResponse, event: string) =>
  new Promise<void>((resolve) => response.write(event, () => resolve()))

function fullReply({
  text,
  chunks,
  reasoning = '',
  images = [],
  tool_calls = [],
  usage,
  finish = 'stop',
}: Reply): FullReply {
  return {
    chunks: chunks ?? (text === undefined ? (tool_calls.length > 0 ? [] : ['one ', 'two ', 'three']) : [text]),
    reasoning,
    images,
    tool_calls: tool_calls.map(({ id, name, input, json }, index) => ({
      id: id ?? `call_${index + 1}`,
      name,
      json: json ?? JSON.stringify(input ?? {}),
    })),
    usage: { cached_input_tokens: 0, ...(usage ?? { input_tokens: 10, output_tokens: 5 }) },
    finish,
  }
}

export function sse(data: unknown, event?: string): string {
  return `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

export function parsed(bytes: Buffer): JsonObject | null {
  try {
    const value = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
