import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { ZipFile } from 'yazl'
import { scratchDirectory } from '../lib/scratch.ts'
import { reportMemory } from './report-memory.ts'

/** The layers of files: a form's file straight to the disk, and a folder of the disk straight into a zip. */
const directory = scratchDirectory()
const server = fastify()
await server.register(multipart, { limits: { fileSize: 10 * 1024 * 1024 } })

let kept: string[] = []

server.post('/upload', async (request) => {
  const part = await request.file()
  if (!part) throw new Error('A file is required')
  const file = join(directory, randomUUID())
  await pipeline(part.file, createWriteStream(file))
  kept.push(file)
  return { file }
})

/** The same, and on the disk before it is answered. */
server.post('/upload-synced', async (request) => {
  const part = await request.file()
  if (!part) throw new Error('A file is required')
  await using handle = await open(join(directory, randomUUID()), 'wx')
  await handle.writeFile(part.file)
  await handle.sync()
  return { ok: true }
})

server.post('/forget', async () => {
  kept = []
  return {}
})

server.get('/zip', async (_request, reply) => {
  const zip = new ZipFile()
  for (const [n, file] of kept.entries()) zip.addReadStreamLazy(`${n}.txt`, { compress: false }, lazily(file))
  zip.end()
  return reply.type('application/zip').send(zip.outputStream)
})

const lazily = (file: string) => (done: (error: null, stream: NodeJS.ReadableStream) => void) =>
  done(null, createReadStream(file))

const url = await server.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url })}\n`)
reportMemory()
process.on('SIGTERM', () => process.exit(0))
