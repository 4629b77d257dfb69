import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const MB = 1024 * 1024

/** Sends all of a body, as a proxy that has buffered it does, and reads the answer only then. */
async function sendWhole(path: string, headers: string, sizeBytes: number): Promise<string> {
  const { hostname, port } = new URL(app.base_url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${sizeBytes}\r\nconnection: close\r\n${headers}\r\n`,
  )
  const piece = Buffer.alloc(MB, ' ')
  await pipeline(Readable.from(Array(sizeBytes / MB).fill(piece)), socket, { end: false })
  return (await socket.setEncoding('utf8').toArray()).join('')
}

test('who sends a whole body before reading is answered why it was refused, also on a connection that is closed then', async () => {
  const { private_key, organization, admin } = await app.given.organization()
  const cookie = `cookie: sessionId=${(await app.given.session(admin)).cookie}\r\n`
  const json = 'content-type: application/json\r\n'
  const form = 'content-type: multipart/form-data; boundary=x\r\n'
  for (const [path, headers, status] of [
    ['/api/nowhere', json, 404],
    [`/api/private/trigger/${newId()}`, json, 401],
    [`/api/private/trigger/${newId()}`, `${json}api-key: ${private_key}\r\n`, 400],
    ['/api/auth/ldap-single', json, 413],
    [`/api/organizations/${organization.id}/storage/upload`, form + cookie, 413],
  ] as const) {
    const answer = await sendWhole(path, headers, 40 * MB)
    expect(answer, path).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"success":false`))
  }
})
