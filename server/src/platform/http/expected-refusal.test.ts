import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { createLog } from '#platform/log.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { AppError } from '../error.ts'
import { route } from '../route.ts'

const lines: Record<string, unknown>[] = []
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)))
    done()
  },
})
const probe = {
  name: 'probe',
  routes: [
    route(describeEndpoint('GET /api/probe/none-yet', { summary: 'A probe', errors: { 404: [] } }), {
      caller: 'anyone',
      serve: async () => {
        throw new AppError('not_found', 'Nothing was begun yet', { isExpected: true })
      },
    }),
  ],
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ features: [probe], log: createLog({ level: 'info', pretty: false }, destination) })
})
afterAll(() => app.close())

test('that something does not exist yet is an answer to a page that asks for it, and no warning', async () => {
  expect((await app.anyone.get('/api/probe/none-yet', { 'x-request-id': 'none-yet' })).status).toBe(404)
  const logged = () => lines.filter(({ reqId }) => reqId === 'none-yet')
  await expect.poll(logged).toMatchObject([{ level: 30, status: 404, msg: 'request' }])
})
