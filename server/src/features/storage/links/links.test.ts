import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { startTestApp, type TestApp, testApp } from '#testing/app.ts'
import { givenToolCallers, toolResults } from '#testing/storage/storage-tools.ts'
import { mintLink } from './mint-link.ts'
import { purgeExpiredLinks } from './purge-links.ts'
import { storageLinks } from './table.ts'

const app = await testApp()
/** Its clock is moved. */
const later = await startTestApp()
afterAll(() => later.close())

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A teammate that has made a link to `docs/Größe 1.md`, in a run that continues until it is stopped. */
async function ready(app: TestApp) {
  const given = await givenToolCallers(app)
  const { storage, ada, client, vendor } = given
  await storage.folder('docs')
  await ada.share('docs', 'read')
  await storage.upload('Größe 1.md', 'what it says', 'docs')
  const input = { path: 'docs/Größe 1.md' }
  vendor.reply({ tool_calls: [{ name: 'storage.get_temp_file_url', input }] }, { fault: 'hang' })
  const { body } = await given.send('Go on!')
  await expect.poll(() => vendor.requests.length).toBe(2)
  const made = JSON.parse(toolResults(vendor.requests[1]?.body.messages)[0] ?? '')
  return {
    ...given,
    made,
    path: new URL(made.url).pathname,
    async stop() {
      await client.post(`${given.path}/conversations/${body.conversation_id}/stop-generation`, { run_id: body.run_id })
      const messages = async () => (await client.get(`${given.path}/messages`)).body.data as { status: string }[]
      await expect.poll(async () => (await messages()).every(({ status }) => status !== 'in_progress')).toBe(true)
    },
    linkOf: (run_id: string | null) =>
      mintLink(extendContext(app.ctx, { organization: given.organization }), ada.teammate, { ...input, run_id }),
  }
}

async function expectNothing(app: TestApp, path: string): Promise<void> {
  const missing = await app.anyone.get(`/api/storage/links/${'A'.repeat(43)}`)
  expect(missing).toMatchObject({ status: 404, body: { success: false, error: 'File not found' } })
  expect(await app.anyone.get(path)).toLookLike(missing)
}

test('a person who has a link gets the file, as a download that nobody keeps, while the run continues and not after it', async () => {
  await using given = await ready(app)
  const { made, path, stop } = given
  expect(made.url).toMatch(new RegExp(`^${app.config.BASE_URL}/api/storage/links/[\\w-]{43}$`))
  const life = new Date(made.expires_at).getTime() - app.ctx.now().getTime()
  expect(life).toBeGreaterThan(364 * DAY)
  expect(life).toBeLessThanOrEqual(365 * DAY)
  const response = await app.anyone.send(path, {})
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('what it says')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-length': '12',
    'content-disposition': `attachment; filename="Gr__e 1.md"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.md`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  await stop()
  await expectNothing(app, path)
})

test('a link is no way to have a file run on a page, neither as a script nor as a style', async () => {
  await using given = await ready(app)
  const as = (path: string, dest: string) => app.anyone.send(path, { headers: { 'sec-fetch-dest': dest } })
  for (const dest of ['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'xslt']) {
    const refused = await as(given.path, dest)
    expect(refused.status, dest).toBe(403)
    // It does not tell whether there is such a file.
    expect((await as(`/api/storage/links/${'A'.repeat(43)}`, dest)).status).toBe(403)
  }
  for (const dest of ['document', 'empty', 'image']) expect((await as(given.path, dest)).status, dest).toBe(200)
  await given.stop()
})

test('a link follows its file, and opens nothing once its teammate may not read it any more', async () => {
  await using given = await ready(app)
  const { path, storage, ada, organization, teammate } = given
  const opens = async () => (await app.anyone.send(path, {})).status
  await storage.rename('docs/Größe 1.md', 'b.md')
  await storage.upload('b.md', 'it says more', 'docs')
  expect((await app.anyone.get(path)).body).toBe('it says more')

  await ada.unshare('docs')
  await expectNothing(app, path)
  await ada.share('docs', 'read')
  expect(await opens()).toBe(200)

  const set = (status: 'active' | 'inactive') =>
    app.ctx.db.update(organizations).set({ status }).where(eq(organizations.id, organization.id))
  await set('inactive')
  await expectNothing(app, path)
  await set('active')

  await storage.rename('docs/b.md', 'b.ts')
  await expectNothing(app, path)
  await storage.rename('docs/b.ts', 'b.md')
  expect(await opens()).toBe(200)

  const { body } = await storage.remove('docs/b.md')
  await expectNothing(app, path)
  await storage.restore(body.trash_path)
  expect(await opens()).toBe(200)
  await app.ctx.db.update(aiEmployees).set({ deleted_at: new Date() }).where(eq(aiEmployees.id, teammate.id))
  await expectNothing(app, path)
})

test('a link to what was erased opens nothing', async () => {
  await using given = await ready(app)
  const { body } = await given.storage.remove('docs/Größe 1.md')
  await given.storage.remove(body.trash_path)
  await expectNothing(app, given.path)
})

test('a link that no run made opens for ten minutes, and expired links are purged', async () => {
  await using given = await ready(later)
  const { url } = await given.linkOf(null)
  const { pathname } = new URL(url)
  await given.stop()
  later.clock.advance(9 * MINUTE)
  expect((await later.anyone.get(pathname)).body).toBe('what it says')
  const kept = () => later.ctx.db.select().from(storageLinks)
  expect(await kept()).toHaveLength(2)
  expect(JSON.stringify(await kept())).not.toContain(pathname.split('/').at(-1))
  later.clock.advance(MINUTE + 1000)
  await expectNothing(later, pathname)
  await purgeExpiredLinks(later.ctx)
  expect(await kept()).toHaveLength(1)
})

test('a run that never was, and junk in place of a token, open nothing', async () => {
  await using given = await ready(app)
  const { url } = await given.linkOf('01890000-0000-7000-8000-000000000000')
  await expectNothing(app, new URL(url).pathname)
  const junk = [`${given.path.slice(0, -1)}`, `${given.path}A`, `${given.path}%00`, given.path.toLowerCase()]
  const made = ['%2e%2e%2f', 'null', "'%20or%201=1", 'x'.repeat(500), '%F0%9F%92%A1']
  for (const path of [...junk, ...made.map((token) => `/api/storage/links/${token}`)]) await expectNothing(app, path)
})

test('only documents have links, and what has none is not found, be it there or not', async () => {
  await using given = await givenToolCallers(app)
  const { storage, ada } = given
  await storage.folder('docs')
  await storage.folder('secret')
  await ada.share('docs', 'read')
  await storage.upload('logo.png', 'x', 'docs')
  await storage.upload('code.ts', 'x', 'docs')
  await storage.upload('a.md', 'x', 'secret')
  for (const path of ['docs/logo.png', 'docs/code.ts', 'docs', '/', 'docs/nothing.md', 'secret/a.md', '.trashbin'])
    expect(await ada.text('get_temp_file_url', { path })).toBe('File not found')
})
