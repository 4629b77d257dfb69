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

const drain = async (request: IncomingMessage) => {
  for await (const _ of request);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await drain(request)
  if (request.url?.endsWith('/audio/transcriptions')) {
    await sleep(TRANSCRIBING_MS)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: 'Where is my order?' }))
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
