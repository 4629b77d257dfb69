import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { listedTeammate } from '#testing/listed-teammate.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

const app = await testApp()
const developer = await app.as(await app.given.user({ is_admin: true }))
const remove = (id: number) => developer.delete(`/api/admin/ai-models/${id}`)

async function place() {
  const given = await app.given.organization()
  const client = await app.as(given.admin)
  return { ...given, client, employees: `/api/organizations/${given.organization.id}/employees` }
}

test('a teammate whose models are deleted is left without them and without the voice, with a version and an event', async () => {
  const { client, employees, organization } = await place()
  const [chat, tts, stt] = [
    await app.given.model(),
    await app.given.model({ is_tts: true, voices: ['v1'] }),
    await app.given.model({ is_stt: true }),
  ]
  const values = { model: String(chat.id), tts_model: String(tts.id), stt_model: String(stt.id), voice: 'v1' }
  const { body: teammate } = await client.post(employees, { name: 'Speaker', role: 'Host', ...values })
  const address = `${employees}/${teammate.id}`
  const history = `/api/organizations/${organization.id}/entity-versions/ai_employee`

  const steps: [number, object][] = [
    [chat.id, { ...values, model: null }],
    [tts.id, { ...values, model: null, tts_model: null, voice: null }],
    [stt.id, { model: null, tts_model: null, voice: null, stt_model: null }],
  ]
  for (const [index, [id, left]] of steps.entries()) {
    expect((await remove(id)).status).toBe(200)
    const body = listedTeammate((await client.get(address)).body)
    expect(body).toMatchObject({ ...left, name: 'Speaker', role: 'Host' })
    const versions = (await client.get(`${history}/${teammate.id}`)).body.data
    expect(versions[0]).toMatchObject({ version: index + 2, snapshot: left })
    for (const name of ['ai_employee.updated', 'staff_employee.updated']) {
      const events = app.events.find(name, ({ payload }) => payload.id === teammate.id)
      expect(events).toHaveLength(index + 1)
      expect(events.at(-1)?.payload).toEqual(body)
    }
  }

  const again = await client.put(address, { tts_model: null, voice: 'v1', role: 'Guest' })
  expect(again).toMatchObject({ status: 400, body: { issues: [{ path: 'voice' }] } })
  expect((await client.get(address)).body).toMatchObject({ voice: null, role: 'Host' })
})

test('a teammate in the trash loses the model too, in silence, and comes back without it', async () => {
  const { client, employees } = await place()
  const tts = await app.given.model({ is_tts: true, voices: ['v1'] })
  const { body } = await client.post(employees, { name: 'Speaker', tts_model: String(tts.id), voice: 'v1' })
  await client.delete(`${employees}/${body.id}`)
  expect((await remove(tts.id)).status).toBe(200)
  expect(app.events.find('ai_employee.updated', ({ payload }) => payload.id === body.id)).toEqual([])
  await client.post(`${employees}/bulk-restore`, { ids: [body.id] })
  expect((await client.get(`${employees}/${body.id}`)).body).toMatchObject({ tts_model: null, voice: null })
})

test('an organization whose default model is deleted is notified that it is back at Auto, and others are not', async () => {
  const model = await app.given.model()
  const theirs = await app.given.organization({ ai_default_model: model.id })
  const other = await app.given.organization()
  expect((await remove(model.id)).status).toBe(200)
  const events = (id: string) => app.events.find('organization.updated', ({ payload }) => payload.id === id)
  expect(events(theirs.organization.id)).toMatchObject([{ payload: { ai_default_model: null } }])
  expect(events(other.organization.id)).toEqual([])
})

test('a model that is not there is not found, and only developers delete one', async () => {
  const { client } = await place()
  const model = await app.given.model()
  expect((await client.delete(`/api/admin/ai-models/${model.id}`)).status).toBe(403)
  expect((await remove(model.id)).status).toBe(200)
  expect((await remove(model.id)).status).toBe(404)
})

test.runIf(postgresUrl)(
  'choosing a model while it is deleted ends in a choice that was reset, or in a refusal',
  async () => {
    const { client, employees } = await place()
    for (let round = 0; round < 5; round++) {
      const tts = await app.given.model({ is_tts: true, voices: ['v1'] })
      const values = { tts_model: String(tts.id), voice: 'v1' }
      const teammates = await Promise.all(
        Array.from({ length: 4 }, async () => (await client.post(employees, { name: 'Speaker' })).body.id),
      )
      const answers = await Promise.all([
        ...teammates.map((id) => client.put(`${employees}/${id}`, values)),
        remove(tts.id),
        ...teammates.map(() => client.post(employees, { name: 'Speaker', ...values })),
      ])
      for (const { status, body } of answers) {
        expect([200, 400], JSON.stringify(body)).toContain(status)
      }
      const listed = await client.get(`${employees}?limit=100`)
      for (const teammate of listed.body.data) expect(teammate).toMatchObject({ tts_model: null, voice: null })
    }
  },
)
