import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, expect, test } from 'vitest'
import { VARIABLE_MASK } from '#contracts/variable-names.ts'
import { variables } from '#features/variables/table.ts'
import { testApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'

const app = await testApp()
const SECRETS = 1000
const TEXTS = 20_000
const MAX_DELAY_MS = 500

/** Answers with every secret, in values and in keys, among many texts. */
const echo = createServer((request, response) => {
  request
    .setEncoding('utf8')
    .toArray()
    .then((pieces) => {
      const sent = pieces.join('').split('|')
      const texts = Array.from({ length: TEXTS }, (_, n) => `${sent[n % SECRETS]} of ${n}`)
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ texts, named: { [String(sent[7])]: 1 } }))
    })
})
await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
afterAll(() => echo.close())

test('a request with a thousand secrets shows none of thousands of texts that repeat them, and delays nobody', async () => {
  const { organization } = await app.given.organization()
  const names = Array.from({ length: SECRETS }, (_, n) => `SECRET_${n}`)
  const now = new Date()
  await app.ctx.db.insert(variables).values(
    names.map((placeholder, n) => ({
      organization_id: organization.id,
      placeholder,
      is_secret: true,
      value_sealed: app.ctx.ports.cipher.encrypt(`välue & ${n + SECRETS}`),
      created_at: now,
      updated_at: now,
    })),
  )
  const address = echo.address()
  const port = typeof address === 'object' ? address?.port : 0
  const body = names.map((name) => `{{${name}}}`).join('|')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const request = { type: 'http_request', method: 'POST', url: `http://127.0.0.1:${port}/`, body, timeout_seconds: 50 }
  const run = await startSteps(app, { a: request }, { organization })
  const output = (await run.result()) as { body: { texts: string[]; named: object } }
  delay.disable()
  expect(output.body.texts).toEqual(Array.from({ length: TEXTS }, (_, n) => `${VARIABLE_MASK} of ${n}`))
  expect(Object.keys(output.body.named)).toEqual([VARIABLE_MASK])
  expect(delay.max / 1e6).toBeLessThan(MAX_DELAY_MS)
})
