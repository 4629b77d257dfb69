/** Bytes on their way to Slack, and from there. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ApiError, type SlackBot, type SlackWorld } from './workspace.ts'

type Upload = { id: string; bot: SlackBot; name: string; length: number; bytes: Buffer | null; isComplete: boolean }

export function createUploads(world: SlackWorld) {
  const uploads = new Map<string, Upload>()

  return {
    open(bot: SlackBot, name: string, length: number) {
      const id = world.nextId('F')
      const path = `/upload/v1/${id}-${Math.random().toString(36).slice(2)}`
      uploads.set(path, { id, bot, name, length, bytes: null, isComplete: false })
      return { id, path }
    },
    /** The address is the permission: no token is asked for. */
    async receive(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
      const upload = uploads.get(path)
      if (!upload) return void response.writeHead(404).end()
      const bytes = await bytesOf(request)
      if (bytes.length !== upload.length) return void response.writeHead(400).end('the size is not what was announced')
      upload.bytes = bytes
      response.writeHead(200).end(`OK - ${bytes.length}`)
    },
    complete(bot: SlackBot, id: string): { id: string; name: string; bytes: Buffer } {
      const upload = uploads.values().find((one) => one.id === id && one.bot === bot)
      if (!upload?.bytes || upload.isComplete) throw new ApiError('file_not_found')
      upload.isComplete = true
      return { id, name: upload.name, bytes: upload.bytes }
    },
  }
}
export type SlackUploads = ReturnType<typeof createUploads>

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const bytes = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return bytes
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  for (const [, value] of form) if (typeof value !== 'string') return Buffer.from(await value.arrayBuffer())
  return Buffer.alloc(0)
}

/** Without a token a file redirects to the sign-in page; without the scope that page comes with 200. */
export function sendFile(world: SlackWorld, request: IncomingMessage, response: ServerResponse): void {
  const [, id = ''] = /^\/files-pri\/\w+-(\w+)\/download\//.exec(request.url ?? '') ?? []
  const bot = world.withToken((request.headers.authorization ?? '').replace('Bearer ', ''))
  if (bot?.state !== 'alive') return void response.writeHead(302, { location: '/signin' }).end()
  const file = world.files.get(id)
  if (!file) return void response.writeHead(404).end()
  if (!bot.scopes.includes('files:read')) {
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<title>Slack</title>Sign in')
  }
  response
    .writeHead(200, {
      'content-type': file.mimetype,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'content-length': file.bytes.length,
    })
    .end(file.bytes)
}
