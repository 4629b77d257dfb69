import { expect, onTestFinished, test } from 'vitest'
import { SERVICE_NAME } from '#contracts/parties.ts'
import { startTestApp, testApp } from '#testing/app.ts'

const app = await testApp()
const script = `/widget/${SERVICE_NAME}-webchat-widget.js`
const fetched = (path: string, headers: Record<string, string> = {}) => fetch(app.base_url + path, { headers })

async function frameOf(allowed_origins: string[] = []) {
  const { owner, organization } = await app.given.organization()
  if (allowed_origins.length > 0) {
    const path = `/api/organizations/${organization.id}/settings/webchat-security`
    const saved = await (await app.as(owner)).put(path, { allowed_origins, identity_required: false })
    expect(saved.status).toBe(200)
  }
  return (page: string) => fetched(`/widget/${page}.html?api_key=${organization.public_api_key}`)
}

test('any page may load the script, which is asked for again after minutes and sent again only where it changed', async () => {
  const first = await fetched(script)
  expect(first.status).toBe(200)
  expect(first.headers.get('content-type')).toContain('javascript')
  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(first.headers.get('cache-control')).toBe('public, max-age=300')
  expect(first.headers.get('set-cookie')).toBeNull()
  const etag = first.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  expect((await fetched(script, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304)
  const packed = await fetched(script, { 'accept-encoding': 'br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await packed.text()).toContain('ChatWidget')
})

test('what a frame loads is kept for ever under a name of its own', async () => {
  const frame = await frameOf()
  for (const page of ['button', 'chat']) {
    const html = await (await frame(page)).text()
    const [, path = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? []
    expect(path).toMatch(/^\/widget\/assets\/[\w-]+\.js$/)
    const asset = await fetched(path)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetched(`${path}.br`)).status).toBe(404)
  }
})

test('a frame runs only what is ours, and any page may hold it where the organization names none', async () => {
  const frame = await frameOf()
  for (const page of ['button', 'chat']) {
    const answer = await frame(page)
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const rules = ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "form-action 'none'"]
    for (const rule of rules) expect(policy.split('; '), page).toContain(rule)
    expect(policy).not.toContain('unsafe')
    // Even `*` would keep out files and the pages of an app's web view.
    expect(policy).not.toContain('frame-ancestors')
    // What an isolated page asks of the frames that it holds.
    expect(answer.headers.get('cross-origin-embedder-policy')).toBe('credentialless')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  }
})

test('only the pages that an organization names, and this server’s own, may hold its frames', async () => {
  const frame = await frameOf(['https://shop.example', 'http://localhost:8080'])
  const policy = (await frame('chat')).headers.get('content-security-policy')
  const ancestors = `frame-ancestors 'self' ${app.config.BASE_URL} https://shop.example http://localhost:8080`
  expect(policy?.split('; ').at(-1)).toBe(ancestors)
})

test('a key that nobody has has no frames, and what is packed beside a file has no address', async () => {
  for (const path of ['/widget/chat.html', '/widget/button.html?api_key=', '/widget/chat.html?api_key=unknown']) {
    expect((await fetched(path)).status, path).toBe(404)
  }
  for (const path of [`${script}.gz`, '/widget/', '/widget/chat', '/widget/../portal/index.html', '/widget/%2e%2e/x']) {
    expect((await fetched(path)).status, path).toBe(404)
  }
})

test('an entry point is on a site once another page than ours has loaded its button', async () => {
  const { owner, organization } = await app.given.organization()
  const api = await app.as(owner)
  const path = `/api/organizations/${organization.id}`
  const teammate = await app.given.teammate(organization)
  const { body: made } = await api.post(`${path}/webchat-entry-points`, { name: 'Shop', employee_id: teammate.id })
  expect(made.on_site_since).toBeNull()
  const rules = (allowed_origins: string[]) =>
    api.put(`${path}/settings/webchat-security`, { allowed_origins, identity_required: false })
  const query = `api_key=${organization.public_api_key}&event_id=${made.id}`
  const loadedBy = async (headers: Record<string, string>, page = 'button', asked = query) => {
    expect((await fetched(`/widget/${page}.html?${asked}`, headers)).status).toBe(200)
    return (await api.get(`${path}/webchat-entry-points/${made.id}`)).body.on_site_since
  }
  const shop = { referer: 'https://shop.example/cart' }

  const demo = { referer: `${app.base_url}/widget/demo.html`, 'sec-fetch-site': 'same-origin' }
  const ours: Record<string, string>[] = [demo, { referer: app.config.BASE_URL }, {}]
  for (const headers of ours) expect(await loadedBy(headers)).toBeNull()
  expect(await loadedBy(shop, 'chat')).toBeNull()
  const { organization: other } = await app.given.organization()
  expect(await loadedBy(shop, 'button', `api_key=${other.public_api_key}&event_id=${made.id}`)).toBeNull()
  // The browser does not show the frame to a page that may not have it.
  await rules(['https://other.example'])
  expect(await loadedBy(shop)).toBeNull()
  expect(await loadedBy({ 'sec-fetch-site': 'cross-site' })).toBeNull()
  await rules([])
  const since = await loadedBy({ 'sec-fetch-site': 'cross-site' })
  expect(since).not.toBeNull()
  expect(await loadedBy(shop)).toBe(since)
})

test('a preview is held by pages of this server alone, and needs no key', async () => {
  for (const page of ['preview-button', 'preview-chat']) {
    const answer = await fetched(`/widget/${page}.html`)
    expect(answer.status, page).toBe(200)
    expect(answer.headers.get('content-security-policy')?.split('; ').at(-1), page).toBe("frame-ancestors 'self'")
  }
})

test('the demo page is served to people and to no frame', async () => {
  const answer = await fetched('/widget/demo.html?api_key=x')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('where the widget is developed no browser keeps an old script or page', async () => {
  const development = await startTestApp({ env: { NODE_ENV: 'development' } })
  onTestFinished(() => development.close())
  for (const path of [script, '/widget/demo.html']) {
    const { headers } = await fetch(development.base_url + path)
    expect(headers.get('cache-control')).toBe('no-cache, no-store, must-revalidate')
  }
})
