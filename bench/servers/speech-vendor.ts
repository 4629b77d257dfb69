// A vendor of speech and text in OpenAI's forms, for `calls`: each part of it takes as long as the file says, and no time of its own.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { tone } from '#testing/doubles/vendors/speeches.ts'

export const TRANSCRIBING_MS = 150
export const FIRST_TOKEN_MS = 150
export const FIRST_SOUND_MS = 100
/** What is answered: two sentences, as fast as it goes. */
const ANSWER = ['It is on its way and should be with you tomorrow. ', 'Is there anything else that I can do?']
/** So long each sentence takes to be said; it is made as fast as it is sent. */
const SENTENCE = tone(2500)

const saidAfterAWhile = () => sleep(TRANSCRIBING_MS, 'Where is my order?')

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** What a real recognizer reads in the same form. */
async function recognize(url: string, { headers }: IncomingMessage, body: Buffer): Promise<string> {
  const form = { 'content-type': headers['content-type'] ?? '' }
  const response = await fetch(url, { method: 'POST', headers: form, body: new Uint8Array(body) })
  return ((await response.json()) as { text: string }).text
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await bytesOf(request)
  if (request.url?.endsWith('/audio/transcriptions')) {
    const text = process.env.RECOGNIZER_URL
      ? await recognize(process.env.RECOGNIZER_URL, request, sent)
      : await saidAfterAWhile()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }))
  } else if (request.url?.endsWith('/audio/speech')) {
    await sleep(FIRST_SOUND_MS)
    response.writeHead(200, { 'content-type': 'audio/pcm' }).end(SENTENCE)
  } else {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    await sleep(FIRST_TOKEN_MS)
    for (const content of ANSWER) response.write(event({ delta: { content } }))
    response.write(event({ delta: {}, finish_reason: 'stop' }, { prompt_tokens: 10, completion_tokens: 20 }))
    response.end('data: [DONE]\n\n')
  }
}

const event = (choice: object, usage?: object) =>
  `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 0, model: 'demo', choices: [{ index: 0, ...choice }], ...(usage && { usage }) })}\n\n`

if (process.argv.includes('--serve')) {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`http://127.0.0.1:${port}/v1\n`)
  })
  process.on('SIGTERM', () => process.exit(0))
}
