import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { listedTeammate } from '#testing/listed-teammate.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

const app = await testApp()
const developer = await app.as(await app.given.user({ is_admin: true }))
const address = (id: number) => `/api/admin/ai-voices/${id}`
const newsOf = (id: string) => app.events.find('ai_employee.updated', ({ payload }) => payload.id === id)

async function place() {
  const { organization, admin } = await app.given.organization()
  const client = await app.as(admin)
  const employees = `/api/organizations/${organization.id}/employees`
  const hire = async (values: object = {}) => {
    const { status, body } = await client.post(employees, { name: 'Speaker', ...values })
    expect(status).toBe(200)
    return `${body.id}`
  }
  const show = async (id: string) => {
    const teammate = listedTeammate((await client.get(`${employees}/${id}`)).body)
    return teammate
  }
  const history = `/api/organizations/${organization.id}/entity-versions/ai_employee`
  return { client, employees, history, hire, show }
}

const speaker = (voices: string[] = []) => app.given.model({ provider: 'vendor_3', is_tts: true, voices })
const silent = { tts_model: null, voice: null }

test('a teammate whose voice is deleted is left without it and its model, with a version and an event', async () => {
  const { client, history, hire, show } = await place()
  const [{ id, voice }, other] = [
    await app.given.voice({ provider: 'vendor_3' }),
    await app.given.voice({ provider: 'vendor_3' }),
  ]
  const tts_model = String((await speaker()).id)
  const concerned = await hire({ tts_model, voice })
  const bystander = await hire({ tts_model, voice: other.voice })

  expect(await developer.delete(address(id))).toMatchObject({ status: 200, body: { success: true } })
  const left = await show(concerned)
  expect(left).toMatchObject(silent)
  expect(newsOf(concerned)).toMatchObject([{ payload: left }])
  expect((await client.get(`${history}/${concerned}`)).body.data[0]).toMatchObject({ version: 2, snapshot: silent })
  expect(await show(bystander)).toMatchObject({ tts_model, voice: other.voice })
  expect(newsOf(bystander)).toEqual([])
})

test('a voice that its model lists itself stays when the record goes, and so does that of another provider', async () => {
  const { hire, show } = await place()
  const { id, voice } = await app.given.voice({ provider: 'vendor_3' })
  await app.given.voice({ provider: 'vendor_2', voice })
  const listing = String((await speaker([voice])).id)
  const elsewhere = String((await app.given.model({ provider: 'vendor_2', is_realtime: true })).id)
  const [first, second] = [await hire({ tts_model: listing, voice }), await hire({ tts_model: elsewhere, voice })]
  expect((await developer.delete(address(id))).status).toBe(200)
  expect(await show(first)).toMatchObject({ tts_model: listing, voice })
  expect(await show(second)).toMatchObject({ tts_model: elsewhere, voice })
})

test.each([{ voice: 'Another name' }, { provider: 'vendor_2' }])(
  'a record that names another voice takes the old one away: %o',
  async (changes) => {
    const { hire, show } = await place()
    const { id, voice } = await app.given.voice({ provider: 'vendor_3' })
    const tts_model = String((await speaker()).id)
    const concerned = await hire({ tts_model, voice })
    expect((await developer.put(address(id), { gender: 'male' })).status).toBe(200)
    expect(await show(concerned)).toMatchObject({ tts_model, voice })
    expect(newsOf(concerned)).toEqual([])
    expect((await developer.put(address(id), changes)).status).toBe(200)
    expect(await show(concerned)).toMatchObject(silent)
  },
)

test('a teammate in the trash loses the voice in silence; who may not delete one takes nothing', async () => {
  const { client, employees, hire, show } = await place()
  const { id, voice } = await app.given.voice({ provider: 'vendor_3' })
  const concerned = await hire({ tts_model: String((await speaker()).id), voice })
  expect((await client.delete(address(id))).status).toBe(403)
  expect((await client.put(address(id), { voice: 'Mine' })).status).toBe(403)
  expect(await show(concerned)).toMatchObject({ voice })

  await client.delete(`${employees}/${concerned}`)
  expect((await developer.delete(address(id))).status).toBe(200)
  expect((await developer.delete(address(id))).status).toBe(404)
  expect(newsOf(concerned)).toEqual([])
  await client.post(`${employees}/bulk-restore`, { ids: [concerned] })
  expect(await show(concerned)).toMatchObject(silent)
})

test.runIf(postgresUrl)(
  'choosing a voice while it is deleted ends in a choice that was reset, or in a refusal',
  async () => {
    const { client, employees, hire } = await place()
    const tts_model = String((await speaker(['own'])).id)
    for (let round = 0; round < 5; round++) {
      const { id, voice } = await app.given.voice({ provider: 'vendor_3' })
      const teammates = await Promise.all(Array.from({ length: 4 }, () => hire({ tts_model, voice: 'own' })))
      const answers = await Promise.all([
        ...teammates.map((id) => client.put(`${employees}/${id}`, { voice })),
        developer.delete(address(id)),
        ...teammates.map(() => client.post(employees, { name: 'Speaker', tts_model, voice })),
      ])
      for (const { status, body } of answers) expect([200, 400], JSON.stringify(body)).toContain(status)
      const listed = await client.get(`${employees}?limit=100`)
      expect(listed.body.data.filter((teammate: { voice: string }) => teammate.voice === voice)).toEqual([])
    }
  },
)
