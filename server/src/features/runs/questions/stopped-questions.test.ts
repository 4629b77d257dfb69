import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await ownTestApp({ env: { RUN_CONCURRENCY: '1' } })

test('a run that was stopped takes no answer any more, also while nobody has come to end it', async () => {
  const { organization, admin } = await app.given.organization()
  const client = await app.as(admin)
  const ask = { type: 'user_input', question: 'Which?' }
  const run = await startSteps(app, { ask }, { organization })
  const other = await startSteps(app, { ask }, { organization })
  const pathOf = ({ id }: { id: string }) => `/api/organizations/${organization.id}/workflows/runs/${id}`
  const questions = async () => (await client.get(`${pathOf(run)}/questions`)).body.data
  const [{ token, question_id }] = await questions()
  const link = `/api/public/workflow-answers/${token}`

  // The one slot is taken, so that nobody takes up the run that is stopped.
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const { url } = await serve(async (_, response) => {
    begun++
    await gate.promise
    response.end()
  })
  const busy = startSteps(app, { post: { type: 'http_request', url } }, { organization })
  await expect.poll(() => begun).toBe(1)
  expect((await client.post(`${pathOf(run)}/cancel`)).status).toBe(200)
  const notWaiting = { status: 409, body: { code: 'NOT_WAITING' } }
  expect(await client.post(`${pathOf(run)}/resume`, { question_id, value: 'late' })).toMatchObject(notWaiting)
  expect(await app.anyone.post(link, { value: 'late' })).toMatchObject(notWaiting)
  expect(await app.anyone.get(link)).toMatchObject(notWaiting)
  expect(await questions()).toEqual([])
  expect((await client.post(`${pathOf(other)}/resume`, { value: 'in time' })).status).toBe(200)

  gate.resolve()
  await busy
  await expect.poll(run.status).toBe('cancelled')
  await expect.poll(other.status).toBe('completed')
  const { body } = await client.get(`/api/organizations/${organization.id}/audit-log`)
  const acts = body.data.map(({ action }: { action: string }) => action)
  expect(acts.filter((action: string) => action === 'workflow_run.answered')).toHaveLength(1)
})
