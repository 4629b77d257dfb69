import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DEFAULT_WIDGET_SETTINGS } from '#contracts/widget-settings.ts'
import { auditEntries } from '#features/audit/table.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'

const app = await startWebchatApp({ API_DOMAIN: 'api.example.test', API_PROXY_DOMAIN: 'https://chat.example.test' })

test('the widget looks as it was set, from its defaults on, and an empty body resets it', async () => {
  await using given = await givenWebchat(app)
  const path = `${given.base}/settings/webchat-widget-settings`
  const member = await app.as(given.member)
  expect((await member.get(path)).body).toEqual(DEFAULT_WIDGET_SETTINGS)
  const changes = { mode: 'custom', bubbleColor: '#123abc', customCss: 'a{color:red}', greeting: 'Hello' }
  expect((await given.asAdmin.post(path, changes)).body).toEqual({ ...DEFAULT_WIDGET_SETTINGS, ...changes })
  expect((await given.asAdmin.post(path, { greeting: 'Welcome' })).body).toMatchObject({
    ...changes,
    greeting: 'Welcome',
  })
  const shown = (await given.browser().get('/init')).body.data.settings
  expect(shown).toMatchObject({ ...changes, greeting: 'Welcome' })
  expect((await member.post(path, {})).status).toBe(403)
  for (const wrong of [{ bubbleColor: 'red' }, { mode: 'neon' }, { customCss: 'x'.repeat(50_001) }]) {
    expect((await given.asAdmin.post(path, wrong)).status).toBe(400)
  }
  const unknown = { opacity: 0.5, primaryTextColor: '#000000' }
  expect((await given.asAdmin.post(path, unknown)).body).toEqual({
    ...DEFAULT_WIDGET_SETTINGS,
    ...changes,
    greeting: 'Welcome',
  })
  expect((await given.asAdmin.post(path, {})).body).toEqual(DEFAULT_WIDGET_SETTINGS)
})

test('CSS is served without what could load or run something, and kept as it was written', async () => {
  await using given = await givenWebchat(app)
  const path = `${given.base}/settings/webchat-widget-settings`
  const customCss =
    '@import "https://evil.example/x.css"; a { color: red; background: url(https://evil.example/x.png) }'
  expect((await given.asAdmin.post(path, { customCss })).body.customCss).toBe(customCss)
  expect((await given.browser().get('/init')).body.data.settings.customCss).toBe('a{color:red}')
})

test('who may use the widget is for admins alone, and the secret is the same until it is rotated', async () => {
  await using given = await givenWebchat(app)
  const path = `${given.base}/settings/webchat-security`
  const member = await app.as(given.member)
  expect((await member.get(path)).status).toBe(403)
  const first = (await given.asAdmin.get(path)).body
  expect(first).toEqual({
    allowed_origins: [],
    identity_required: false,
    identity_secret: expect.stringMatching(/.{32}/),
  })
  expect((await given.asAdmin.get(path)).body).toEqual(first)
  for (const origin of ['shop.example', 'javascript:alert(1)', 'ftp://x.example', '']) {
    const body = { allowed_origins: [origin], identity_required: false }
    expect((await given.asAdmin.put(path, body)).status, origin).toBe(400)
  }
  const rotated = (await given.asAdmin.post(`${path}/rotate`)).body
  expect(rotated.identity_secret).not.toBe(first.identity_secret)
  await using other = await givenWebchat(app)
  expect((await other.asAdmin.get(`${other.base}/settings/webchat-security`)).body.identity_secret).not.toBe(
    rotated.identity_secret,
  )
})

test('an entry point has snippets that start from where the widget is served', async () => {
  await using given = await givenWebchat(app)
  const id = await given.entryPoint({ name: 'Shop', multi_conversations: true })
  const path = `${given.base}/webchat-entry-points`
  const { body } = await given.asAdmin.get(`${path}/${id}`)
  expect(body).toMatchObject({ id, name: 'Shop', multi_conversations: true, ai_employee: { name: 'Ada' } })
  for (const snippet of Object.values<string>(body.snippets)) {
    expect(snippet).toContain('https://api.example.test/widget/svc-webchat-widget.js')
    expect(snippet).toContain(given.organization.public_api_key)
    expect(snippet).toContain(id)
  }
  await given.asAdmin.post(`${given.base}/settings/webchat-widget-settings`, { widgetDomain: 'proxy' })
  const [listed] = (await given.asAdmin.get(path)).body.data
  expect(listed.snippets.html).toContain('https://chat.example.test/widget/')
  const urls = await given.asAdmin.get(`${given.base}/employees/${given.teammate.id}/external-urls`)
  expect(urls.body.webchat_snippet).toContain('https://chat.example.test/widget/')
  expect(urls.body.webchat_snippet).not.toContain('eventId')
  expect((await given.asAdmin.delete(`${path}/${id}`)).body).toEqual({ success: true })
  expect((await given.asAdmin.get(`${path}/${id}`)).status).toBe(404)
})

test('an entry point leads to a teammate of the organization, and is another’s to nobody', async () => {
  await using given = await givenWebchat(app)
  await using other = await givenWebchat(app)
  const path = `${given.base}/webchat-entry-points`
  const ally = await app.given.teammate(given.organization, { owned_by_user_id: given.member.id, is_system: true })
  for (const employee_id of [other.teammate.id, ally.id, '01890000-0000-7000-8000-000000000000']) {
    const refused = { status: 400, body: { code: 'NO_SUCH_TEAMMATE', issues: [{ path: 'employee_id' }] } }
    expect(await given.asAdmin.post(path, { name: 'Shop', employee_id })).toMatchObject(refused)
  }
  const theirs = await other.entryPoint()
  const input = { name: 'Taken', employee_id: given.teammate.id }
  expect((await given.asAdmin.get(`${path}/${theirs}`)).status).toBe(404)
  expect((await given.asAdmin.put(`${path}/${theirs}`, input)).status).toBe(404)
  expect((await given.asAdmin.delete(`${path}/${theirs}`)).status).toBe(404)
  expect((await given.asAdmin.get(path)).body.data).toEqual([])
})

test('every change is accounted for, without the secret', async () => {
  await using given = await givenWebchat(app)
  const secret = await given.secure({ allowed_origins: ['https://shop.example'] })
  const { body } = await given.asAdmin.post(`${given.base}/settings/webchat-security/rotate`)
  await given.asAdmin.post(`${given.base}/settings/webchat-widget-settings`, { greeting: 'Hello' })
  const id = await given.entryPoint()
  await given.asAdmin.delete(`${given.base}/webchat-entry-points/${id}`)
  const rows = await app.ctx.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.organization_id, given.organization.id), like(auditEntries.action, 'webchat%')))
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'webchat_entry_point.created',
    'webchat_entry_point.deleted',
    'webchat_identity_secret.rotated',
    'webchat_security.updated',
    'webchat_settings.updated',
  ])
  for (const text of [secret, body.identity_secret]) expect(JSON.stringify(rows)).not.toContain(text)
})
