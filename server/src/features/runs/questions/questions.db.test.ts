import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'

const app = await ownTestApp()

async function asked(step: object = {}) {
  const people = await app.given.organization()
  const { organization, admin } = people
  const ask = { type: 'user_input', question: 'Which?', kind: 'choice', choices: ['a', 'b'], ...step }
  const run = await startSteps(app, { ask }, { organization })
  const client = await app.as(admin)
  const path = `/api/organizations/${organization.id}/workflows/runs/${run.id}`
  const questions = async () => (await client.get(`${path}/questions`)).body.data
  const resume = (body: object) => client.post(`${path}/resume`, body)
  return { ...people, run, client, path, questions, resume }
}
const notWaiting = { status: 409, body: { code: 'NOT_WAITING' } }

test('an admin answers what a run asks, and what does not fit is refused while the question stays', async () => {
  const { run, resume, questions, client, organization } = await asked()
  expect(await questions()).toMatchObject([{ question: 'Which?', kind: 'choice', choices: ['a', 'b'], step_id: 'ask' }])
  for (const wrong of [{ value: 'c' }, { approved: true }]) expect((await resume(wrong)).status).toBe(400)
  for (const junk of [{}, { value: 1 }, { value: 'a', approved: true }]) expect((await resume(junk)).status).toBe(400)
  expect(await resume({ value: 'a', step_id: 'other' })).toMatchObject(notWaiting)
  const answers = await Promise.all(Array.from({ length: 8 }, () => resume({ value: 'b', step_id: 'ask' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  await expect.poll(run.result).toBe('b')
  expect(await resume({ value: 'a' })).toMatchObject(notWaiting)
  const { body } = await client.get(`/api/organizations/${organization.id}/audit-log`)
  expect(body.data.filter(({ action }: { action: string }) => action === 'workflow_run.answered')).toHaveLength(1)
})

test('an approval is answered with a note', async () => {
  const { run, resume } = await asked({ kind: 'approval' })
  expect((await resume({ value: 'yes' })).status).toBe(400)
  expect((await resume({ approved: true, note: 'Fine' })).status).toBe(200)
  await expect.poll(run.result).toEqual({ approved: true, note: 'Fine' })
})

test('only those who see a run answer it, only admins stop it, and it is stopped once', async () => {
  const { run, member, path, client } = await asked()
  const outsiders = await asked()
  const theirs = `/api/organizations/${outsiders.organization.id}/workflows/runs/${run.id}`
  for (const [act, body] of [
    ['resume', { value: 'a' }],
    ['cancel', {}],
  ] as const) {
    expect((await (await app.as(member)).post(`${path}/${act}`, body)).status).toBe(act === 'cancel' ? 403 : 404)
    expect((await outsiders.client.post(`${path}/${act}`, body)).status).toBe(404)
    const answer = await outsiders.client.post(`${theirs}/${act}`, body)
    expect(answer).toMatchObject({ status: 404, body: { error: 'Run not found' } })
  }
  expect((await outsiders.client.get(`${theirs}/questions`)).status).toBe(404)
  expect((await client.post(`${path}/cancel`)).status).toBe(200)
  await expect.poll(run.status).toBe('cancelled')
  expect(await client.post(`${path}/cancel`)).toMatchObject({ status: 409, body: { code: 'RUN_ENDED' } })
})

test('a person who has the link of a question answers it once, and no other', async () => {
  const { run, questions } = await asked({ expires_in_seconds: 600 })
  const other = await asked()
  const [{ token }] = await questions()
  const link = `/api/public/workflow-answers/${token}`
  const shown = await app.anyone.get(link)
  expect(shown).toMatchObject({ status: 200, body: { data: { question: 'Which?', choices: ['a', 'b'] } } })
  const [header, , signature] = token.split('.')
  const [, claims] = (await other.questions())[0].token.split('.')
  for (const forged of ['x', `${token}x`, [header, claims, signature].join('.')]) {
    const answer = await app.anyone.post(`/api/public/workflow-answers/${forged}`, { value: 'a' })
    expect(answer).toMatchObject({ status: 404, body: { error: 'Question not found' } })
  }
  expect((await app.anyone.post(link, { value: 'c' })).status).toBe(400)
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.anyone.post(link, { value: 'a' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  await expect.poll(run.result).toBe('a')
  expect(await app.anyone.get(link)).toMatchObject(notWaiting)
  expect(await other.run.status()).toBe('suspended')

  const late = await asked({ expires_in_seconds: 600 })
  const [{ token: lapsed }] = await late.questions()
  app.clock.advance(601_000)
  expect((await app.anyone.get(`/api/public/workflow-answers/${lapsed}`)).status).toBe(404)
  const inactive = await asked()
  const [{ token: theirs }] = await inactive.questions()
  const closed = eq(organizations.id, inactive.organization.id)
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(closed)
  const refused = { status: 403, body: { code: 'ORGANIZATION_INACTIVE' } }
  expect(await app.anyone.get(`/api/public/workflow-answers/${theirs}`)).toMatchObject(refused)
  expect(await app.anyone.post(`/api/public/workflow-answers/${theirs}`, { value: 'a' })).toMatchObject(refused)
})

test('an admin stops a run of their own assistant, and nobody else’s', async () => {
  const { organization, admin, owner } = await app.given.organization()
  const assistant = await app.given.teammate(organization, { owned_by_user_id: admin.id, is_system: true })
  const ask = { type: 'user_input', question: 'Which?' }
  const run = await startSteps(app, { ask }, { organization, employee_id: assistant.id })
  const stop = async (who: typeof admin) =>
    (await app.as(who)).post(`/api/organizations/${organization.id}/workflows/runs/${run.id}/cancel`)
  expect(await stop(owner)).toMatchObject({ status: 404, body: { error: 'Run not found' } })
  expect((await stop(admin)).status).toBe(200)
  await expect.poll(run.status).toBe('cancelled')
})
