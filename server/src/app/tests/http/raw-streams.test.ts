import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await testApp()
const MB = 1024 * 1024
const letters = 'x'.repeat(MB)

/** A vendor that writes whatever it likes, as long as someone reads. */
async function askOf(status: number, begin: string, piece: string) {
  const { url } = await serve((_, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' })
    response.write(begin)
    const more = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  const { organization, private_key } = await app.given.organization()
  const teammate = await app.given.connectedTeammate(organization, { base_url: url })
  let over = false
  const answer = app
    .withKey(private_key)
    .post(`/api/private/employee/${teammate.id}/messages`, { message: 'Hello', channel: 'api' })
    .finally(() => {
      over = true
    })
  while (!over) expect((await app.anyone.get('/health')).status).toBe(200)
  return answer
}

test.each([
  ['one event without an end', 200, 'data: ', letters],
  ['comments without an end', 200, ': hello\n\n', `: ${letters}\n\n`],
  ['an error without an end', 500, '{"error":{"message":"', letters],
  ['a refusal without an end', 400, '{"error":{"message":"', letters],
] as const)('a vendor that sends %s fails the run once, and the server continues', async (...given) => {
  const [, status, begin, piece] = given
  const answer = await askOf(status, begin, piece)
  expect(answer).toMatchObject({ status: 502, body: { success: false, code: 'MODEL_FAILED' } })
  expect(answer.body.error.length).toBeLessThan(1000)
})
