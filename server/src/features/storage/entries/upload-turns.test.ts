import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenStorage } from '#testing/storage/storage.ts'

const app = await ownTestApp({ env: { UPLOADS_PER_ORGANIZATION: '2', BODY_WAIT: '2s' } })

const COUNT = 10
const spool = () => readdir(join(app.config.DATA_DIR, 'blobs', 'spool'))
const content = 'x'.repeat(300_000)
const form = (file: string) => ({
  start: `--x\r\ncontent-disposition: form-data; name="file"; filename="${file}"\r\n\r\n${content}`,
  end: '\r\n--x--\r\n',
})

/** Sends an upload but for its end. */
async function beginUpload(private_key: string, file: string): Promise<Socket> {
  const { port } = new URL(app.base_url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  await once(socket, 'connect')
  const { start, end } = form(file)
  socket.write(
    `POST /api/private/storage/upload HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${private_key}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${start.length + end.length}\r\n\r\n${start}`,
  )
  return socket
}

test('uploads of one organization wait for each other, and those of others do not', async () => {
  const { private_key, key } = await givenStorage(app)
  const other = await givenStorage(app)
  const before = (await spool()).length
  const sockets = await Promise.all(Array.from({ length: COUNT }, (_, n) => beginUpload(private_key, `${n}.txt`)))
  await expect.poll(async () => (await spool()).length - before).toBe(2)
  const { status, headers } = await other.key.upload('a.txt', content)
  expect([status, headers.get('ratelimit-policy')]).toEqual([201, '"uploads";q=2;qu="concurrent-requests"'])
  expect((await spool()).length - before).toBe(2)
  for (const socket of sockets) socket.write(form('').end)
  const answers = await Promise.all(sockets.map((socket) => text(socket)))
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 201 /)
  expect(await key.tree()).toHaveLength(COUNT)
})

/** The beginning of the answer, after which the connection is of no use. */
async function answered(socket: Socket): Promise<string> {
  const [data] = await once(socket.setEncoding('utf8'), 'data')
  socket.destroy()
  return data
}

test('senders who stall are answered 408 and leave their turns, and those who wait too long learn when to come back', async () => {
  const { private_key, key } = await givenStorage(app)
  const stalled = await Promise.all(['a.txt', 'b.txt'].map((name) => beginUpload(private_key, name)))
  await expect.poll(async () => (await spool()).length).toBe(2)
  const crowd = await Promise.all(Array.from({ length: 101 }, (_, n) => beginUpload(private_key, `${n}.txt`)))
  const refusals = (await Promise.all(crowd.map(answered))).filter((answer) => answer.startsWith('HTTP/1.1 503 '))
  expect(refusals.length).toBeGreaterThan(0)
  for (const refusal of refusals) expect(refusal).toContain('retry-after: 10')
  for (const socket of stalled) expect(await answered(socket)).toMatch(/^HTTP\/1.1 408 [\s\S]*"success":false/)
  expect((await key.upload('c.txt', content)).status).toBe(201)
  expect(await key.tree()).toEqual(['c.txt'])
  await expect.poll(spool).toEqual([])
})
