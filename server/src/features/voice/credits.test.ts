import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { startTestApp } from '#testing/app.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import { PAUSE, say, script, transcriptionInputs } from '#testing/calls/spoken-call.ts'
import { openCall, sessionPath } from '#testing/calls/voice.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'

const platform = await startCustomDouble(null)
const app = await startTestApp({ env: { CUSTOM_BASE_URL: platform.base_url } })
afterAll(async () => {
  await app.close()
  await platform.close()
})

test('a call on the platform’s models ends when the organization has no credits left, and none begins then', async () => {
  const { organization, owner } = await app.given.organization({ available_tokens: 100 })
  const [model, speaker, listener, { voice: name }] = await Promise.all([
    app.given.model({ provider: 'custom' }),
    app.given.model({ provider: 'custom', is_tts: true }),
    app.given.model({ provider: 'custom', is_stt: true }),
    app.given.voice({ provider: 'custom' }),
  ])
  const speech = { tts_model: speaker.id, stt_model: listener.id, voice: name }
  const teammate = await app.given.teammate(organization, { model: model.id, ...speech })
  script(platform, { heard: [{ text: 'One' }, { text: 'Two' }] })
  const client = await app.as(owner)
  const path = sessionPath(organization, teammate)
  const { body } = await client.post(path, { create_new_conversation: true })
  const call = await openCall(app, body.session_id)
  await call.event('session.created')
  say({ call }, voice(900), PAUSE)
  await call.event('response.done')

  await app.ctx.db.update(organizations).set({ available_tokens: 0 }).where(eq(organizations.id, organization.id))
  say({ call }, silence(300), voice(900), PAUSE)
  await call.untilClosed()
  expect(call.events.filter(({ type }) => type === 'error')).toMatchObject([{ code: 'NO_CREDITS', is_final: true }])
  expect(transcriptionInputs({ vendor: platform })).toHaveLength(1)
  const refused = await client.post(path, { create_new_conversation: true })
  expect(refused).toMatchObject({ status: 422, body: { code: 'NO_CREDITS' } })
})
