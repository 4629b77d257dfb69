import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'

const app = await testApp()
const path = '/api/auth/preferences'
const defaults = { notify_of: 'waiting', has_sound: true, has_notifications: false, has_translation: false }

test('what someone prefers goes with them to every browser, and is nobody else’s', async () => {
  const { owner, admin } = await app.given.organization()
  const [here, there, other] = [await app.as(owner), await app.as(owner), await app.as(admin)]
  expect((await here.get(path)).body).toEqual(defaults)
  expect((await here.patch(path, { has_sound: false })).body).toEqual({ ...defaults, has_sound: false })
  expect((await here.patch(path, { notify_of: 'all' })).body.has_sound).toBe(false)
  expect((await there.get(path)).body).toEqual({ ...defaults, has_sound: false, notify_of: 'all' })
  expect((await there.patch(path, {})).body.notify_of).toBe('all')
  expect((await other.get(path)).body).toEqual(defaults)
})

test('what is no preference is refused, and nothing of it is kept', async () => {
  const client = await app.as((await app.given.organization()).owner)
  for (const change of [{ notify_of: 'some' }, { has_sound: 'yes' }, { has_sound: false, notify_of: null }, []]) {
    expect(await client.patch(path, change)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  }
  expect((await client.get(path)).body).toEqual(defaults)
})

test('changes at once all hold', async () => {
  const client = await app.as((await app.given.organization()).owner)
  const changes = [{ notify_of: 'none' }, { has_sound: false }, { has_notifications: true }, { has_translation: true }]
  await Promise.all([...changes, ...changes].map((change) => client.patch(path, change)))
  expect((await client.get(path)).body).toEqual({
    notify_of: 'none',
    has_sound: false,
    has_notifications: true,
    has_translation: true,
  })
})
