import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { StepLog } from '#contracts/logged-runs.ts'
import { runSteps } from '#features/runs/table.ts'
import { testApp } from '#testing/app.ts'
import { loseProcess, startSteps } from '#testing/runs/started-flow.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await testApp()

test('a step that may have happened twice says so in its run, also where what it worked with is too large to come along', async () => {
  const { url } = await serve(async (request, response) => {
    await text(request)
    response.end('done')
  })
  // Hardly to be packed, and no file that the log would leave out.
  const body = randomBytes(300_000).toString('hex').replaceAll(/.{10}/g, '$& ')
  const call = { type: 'http_request', method: 'POST', url }
  const run = await startSteps(
    app,
    { small: { ...call, next: 'large' }, large: { ...call, body: '{{input.body}}' } },
    { input: { body } },
  )
  const { organization } = run.ctx
  expect(run.executed).toMatchObject({ status: 'completed' })
  // As it was when the process died in the middle of both.
  const of = eq(runSteps.run_id, run.id)
  await app.ctx.db
    .update(runSteps)
    .set({ status: 'in_progress', finished_at: null })
    .where(and(of, eq(runSteps.seq, 2)))
  await loseProcess(app, run)
  await expect.poll(run.status).toBe('completed')
  const client = await app.as(await app.given.membership(organization, 'admin'))
  const shown = await client.get(`/api/organizations/${organization.id}/workflows/runs/${run.id}`)
  const [small, large] = shown.body.steps as StepLog[]
  expect(small).not.toHaveProperty('attempts')
  expect(small).not.toHaveProperty('possibly_repeated')
  expect(large).toMatchObject({ input_data: null, attempts: 2, possibly_repeated: true })
  const whole = await client.get(large?.content_payload?.url ?? '')
  expect(whole.body).toMatchObject({ input_data: { body }, attempts: 2, possibly_repeated: true })
})
