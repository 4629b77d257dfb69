import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { listedTeammate } from '#testing/listed-teammate.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

const app = await testApp()
const developer = await app.as(await app.given.user({ is_admin: true }))
const change = (id: number, changes: object) => developer.put(`/api/admin/ai-models/${id}`, changes)
const newsOf = (name: 'ai_employee.updated' | 'staff_employee.updated', id: string) =>
  app.events.find(name, ({ payload }) => payload.id === id)

async function place() {
  const given = await app.given.organization()
  const client = await app.as(given.admin)
  const base = `/api/organizations/${given.organization.id}`
  const employees = `${base}/employees`
  const history = `${base}/entity-versions/ai_employee`
  const hire = async (values: object) => {
    const { status, body } = await client.post(employees, { name: 'Speaker', role: 'Host', ...values })
    expect(status).toBe(200)
    return `${body.id}`
  }
  return { ...given, client, employees, history, hire }
}

test('who chose a model for what it cannot do any more is left without it, with a version and an event', async () => {
  const { client, employees, history, hire } = await place()
  const chat = await app.given.model()
  const tts = await app.given.model({ is_tts: true, voices: ['v1'] })
  const stt = await app.given.model({ is_stt: true })
  const values = { model: String(chat.id), tts_model: String(tts.id), stt_model: String(stt.id), voice: 'v1' }
  const id = await hire(values)
  const bystander = await hire({ model: String((await app.given.model()).id) })

  const steps: [number, object, object][] = [
    [chat.id, { is_realtime: true }, { ...values, model: null }],
    [tts.id, { is_tts: false }, { ...values, model: null, tts_model: null, voice: null }],
    [stt.id, { is_stt: false }, { model: null, tts_model: null, voice: null, stt_model: null }],
  ]
  for (const [index, [model, changes, left]] of steps.entries()) {
    expect(await change(model, changes)).toMatchObject({ status: 200, body: { id: String(model), ...changes } })
    const body = listedTeammate((await client.get(`${employees}/${id}`)).body)
    expect(body).toMatchObject({ ...left, name: 'Speaker', role: 'Host' })
    const versions = (await client.get(`${history}/${id}`)).body.data
    expect(versions[0]).toMatchObject({ version: index + 2, snapshot: left })
    for (const name of ['ai_employee.updated', 'staff_employee.updated'] as const) {
      expect(newsOf(name, id)).toHaveLength(index + 1)
      expect(newsOf(name, id).at(-1)?.payload).toEqual(body)
    }
  }
  expect(newsOf('ai_employee.updated', bystander)).toEqual([])
})

test('what a model still does keeps those who chose it for that', async () => {
  const { client, employees, hire } = await place()
  const voice = await app.given.voice({ provider: 'vendor_3' })
  const speaker = await app.given.model({ provider: 'vendor_3', is_tts: true, is_stt: true, voices: ['own'] })
  const [own, listed] = [
    { tts_model: String(speaker.id), voice: 'own', stt_model: String(speaker.id) },
    { tts_model: String(speaker.id), voice: voice.voice, stt_model: String(speaker.id) },
  ]
  const [first, second] = [await hire(own), await hire(listed)]

  await change(speaker.id, { name: 'Renamed', is_tts: false, is_realtime: true })
  for (const id of [first, second]) expect(newsOf('ai_employee.updated', id)).toEqual([])
  await change(speaker.id, { voices: ['another'] })
  expect((await client.get(`${employees}/${first}`)).body).toMatchObject({ ...own, tts_model: null, voice: null })
  expect((await client.get(`${employees}/${second}`)).body).toMatchObject(listed)
  await change(speaker.id, { provider: 'vendor_2' })
  expect((await client.get(`${employees}/${second}`)).body).toMatchObject({ ...listed, tts_model: null, voice: null })
})

test('a model that stops holding conversations is nobody’s default and no fallback', async () => {
  const model = await app.given.model()
  const fallbacks = { fallback_model_1: String(model.id), fallback_model_2: String(model.id) }
  expect((await developer.put('/api/admin/settings', fallbacks)).status).toBe(200)
  const theirs = await app.given.organization({ ai_default_model: model.id })
  const other = await app.given.organization()
  expect((await change(model.id, { is_tts: true })).status).toBe(200)
  const events = (id: string) => app.events.find('organization.updated', ({ payload }) => payload.id === id)
  expect(events(theirs.organization.id)).toMatchObject([{ payload: { ai_default_model: null } }])
  expect(events(other.organization.id)).toEqual([])
  expect((await developer.get('/api/admin/settings')).body).toEqual({ fallback_model_1: null, fallback_model_2: null })
})

test('a teammate in the trash is reset in silence, and an earlier version comes back without what was lost', async () => {
  const { client, employees, history, hire } = await place()
  const tts = await app.given.model({ is_tts: true, voices: ['v1'] })
  const id = await hire({ tts_model: String(tts.id), voice: 'v1' })
  await client.delete(`${employees}/${id}`)
  await change(tts.id, { is_tts: false })
  expect(newsOf('ai_employee.updated', id)).toEqual([])
  await client.post(`${employees}/bulk-restore`, { ids: [id] })
  expect((await client.get(`${employees}/${id}`)).body).toMatchObject({ tts_model: null, voice: null })

  const [first] = (await client.get(`${history}/${id}`)).body.data.slice(-1)
  expect(first).toMatchObject({ snapshot: { tts_model: String(tts.id), voice: 'v1' } })
  await client.put(`${employees}/${id}`, { role: 'Guest' })
  expect(await client.post(`${history.replace('/ai_employee', '')}/${first.id}/restore`)).toMatchObject({
    status: 200,
    body: { role: 'Host', tts_model: null, voice: null },
  })
})

test('a change that is refused takes nothing from anybody', async () => {
  const { client, employees, hire } = await place()
  const [one, other] = [await app.given.model(), await app.given.model()]
  const id = await hire({ model: String(one.id) })
  const { provider, model } = other
  expect((await change(one.id, { is_tts: true, provider, model })).status).toBe(409)
  expect((await client.put(`/api/admin/ai-models/${one.id}`, { is_tts: true })).status).toBe(403)
  expect((await change(999_999, { is_tts: true })).status).toBe(404)
  expect((await change(one.id, { is_tts: 'yes' })).status).toBe(400)
  expect((await client.get(`${employees}/${id}`)).body).toMatchObject({ model: String(one.id) })
  expect(newsOf('ai_employee.updated', id)).toEqual([])
})

test.runIf(postgresUrl)(
  'choosing a model while it loses its ability ends in a choice that was reset, or in a refusal',
  async () => {
    const { client, employees, hire } = await place()
    for (let round = 0; round < 5; round++) {
      const tts = await app.given.model({ is_tts: true, voices: ['v1'] })
      const values = { tts_model: String(tts.id), voice: 'v1' }
      const teammates = await Promise.all(Array.from({ length: 4 }, () => hire({})))
      const answers = await Promise.all([
        ...teammates.map((id) => client.put(`${employees}/${id}`, values)),
        change(tts.id, { is_tts: false }),
        ...teammates.map(() => client.post(employees, { name: 'Speaker', ...values })),
      ])
      for (const { status, body } of answers) expect([200, 400], JSON.stringify(body)).toContain(status)
      const listed = await client.get(`${employees}?limit=100`)
      for (const teammate of listed.body.data) expect(teammate).toMatchObject({ tts_model: null, voice: null })
    }
  },
)
