import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ parts: ['web'] })
})
afterAll(() => app.close())

/** The whole answer to bytes that no HTTP client would send. */
async function raw(bytes: string): Promise<string> {
  const { port } = new URL(app.base_url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  socket.end(bytes)
  return text(socket)
}

test('what is no HTTP at all is refused with the envelope, and the server continues', async () => {
  const host = 'Host: 127.0.0.1\r\n'
  const post = `POST /api/auth/dev/login HTTP/1.1\r\n${host}content-type: application/json\r\n`
  const unreadable: Record<string, number> = {
    'hello\r\n\r\n': 400,
    [`GET /health HTTP/9.9\r\n${host}\r\n`]: 400,
    [`GET /health HTTP/1.1\r\n${host}cookie: ${'x'.repeat(20_000)}\r\n\r\n`]: 431,
    [`GET /health HTTP/1.1\r\n${host}x-junk: a\u0000b\r\n\r\n`]: 400,
    [`${post}content-length: -1\r\n\r\n{}`]: 400,
    [`${post}content-length: 1, 2\r\n\r\n{}`]: 400,
    [`${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`]: 400,
    [`${post}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`]: 400,
  }
  for (const [bytes, status] of Object.entries(unreadable)) {
    const answer = await raw(bytes)
    expect(answer, bytes.slice(0, 200)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      success: false,
      error: expect.stringMatching(/./),
      ...(/VALIDATION_FAILED/.test(answer) && { code: 'VALIDATION_FAILED', issues: expect.any(Array) }),
    })
    expect(answer).toMatch(/x-request-id: ./)
  }
  expect((await app.anyone.get('/health')).status).toBe(200)
})
