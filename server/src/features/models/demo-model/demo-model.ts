import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { completion, draft, stream } from './completion.ts'
import { ChatRequest, readConversation } from './conversation.ts'
import { answer } from './rules.ts'
import { createDemoVoice } from './voice/demo-voice.ts'
import { parseJson, serveSpeech } from './voice/serve-speech.ts'

/** The name under which the demo model is listed and seeded. */
export const DEMO_MODEL = 'demo'

const MAX_BODY_BYTES = 64 * 1024 * 1024

type Settings = {
  port?: number
  host?: string
  /** null: as fast as it goes. */
  tokens_per_second?: number | null
}

export type DemoModel = AsyncDisposable & { base_url: string; close(): Promise<void> }

/**
 * A chat-completions server that is no AI: it answers by rule, calls tools and streams, so that everything around a
 * model can run over real HTTP without one.
 */
export async function startDemoModel(settings: Settings = {}): Promise<DemoModel> {
  const { port = 0, host = '127.0.0.1', tokens_per_second = null } = settings
  const voice = createDemoVoice()
  const server = createServer((incoming, response) => {
    serve(incoming, response, { tokensPerSecond: tokens_per_second, voice }).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, `The demo model stumbled: ${message}`)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')

  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The demo model listens on no port')
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await Promise.all([closed, voice.close()])
  }
  const name = host.includes(':') ? `[${host}]` : host
  return { base_url: `http://${name}:${address.port}/v1`, close, [Symbol.asyncDispose]: close }
}

type Served = { tokensPerSecond: number | null; voice: ReturnType<typeof createDemoVoice> }

async function serve(incoming: IncomingMessage, response: ServerResponse, { tokensPerSecond, voice }: Served) {
  const path = incoming.url?.split('?')[0]
  if (incoming.method === 'GET' && path === '/v1/models') {
    const data = [{ id: DEMO_MODEL, object: 'model', created: 0, owned_by: 'alongside' }]
    return sendJson(response, 200, { object: 'list', data })
  }
  const isSpeech = path?.startsWith('/v1/audio/') === true
  if (incoming.method !== 'POST' || !(isSpeech || path === '/v1/chat/completions'))
    return refuse(response, 404, 'Not found')

  const body = await bodyOf(incoming)
  if (body === null) return refuse(response, 413, 'The body is too large')
  if (isSpeech) {
    const served = await serveSpeech(path, body, voice, response)
    if (!served) refuse(response, 400, 'The demo cannot say this')
    return
  }
  const request = ChatRequest.safeParse(parseJson(body))
  if (!request.success)
    return refuse(response, 400, `The body is no chat completion: ${request.error.issues[0]?.message}`)

  const conversation = readConversation(request.data)
  const answered = answer(conversation)
  if (answered.fails) return refuse(response, 500, 'You asked the demo model to fail')
  const drafted = draft(answered, request.data, conversation.calls_so_far)
  if (request.data.stream) return stream(request.data, drafted, response, answered.pace ?? tokensPerSecond)
  return sendJson(response, 200, completion(request.data, drafted))
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message, type: 'demo_model', code: null } })
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of incoming) {
    size += piece.length
    if (size > MAX_BODY_BYTES) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
