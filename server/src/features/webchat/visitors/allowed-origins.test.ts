import { expect, test } from 'vitest'
import { givenWebchat, startWebchatApp, WEBCHAT } from '#testing/chats/webchat.ts'
import { frameAncestors } from '../frame-ancestors.ts'

const app = await startWebchatApp({ API_DOMAIN: 'api.example.test', API_PROXY_DOMAIN: 'https://chat.example.test' })

const SHOP = 'https://shop.example'
const allowed = 'access-control-allow-origin'

test('every page may use the widget until the organization names some, and then those and the widget itself', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const ask = (origin: string) => browser.get('/init', { origin })
  expect((await ask('https://anybody.example')).headers.get(allowed)).toBe('https://anybody.example')
  await given.secure({ allowed_origins: [`${SHOP}/path?query`, SHOP, 'http://localhost:8080'] })
  const own = [app.base_url, app.config.BASE_URL, 'https://api.example.test', 'https://chat.example.test']
  for (const origin of [SHOP, 'http://localhost:8080', ...own]) {
    const { status, headers } = await ask(origin)
    expect([status, headers.get(allowed)], origin).toEqual([200, origin])
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
  const outsiders = [
    'https://evil.example',
    'http://shop.example',
    `${SHOP}.evil.example`,
    'https://a.shop.example',
    'null',
  ]
  for (const origin of outsiders) {
    const { status, body, headers } = await ask(origin)
    expect([status, body.code, headers.get(allowed)], origin).toEqual([403, 'ORIGIN_NOT_ALLOWED', null])
  }
  expect((await browser.get('/init')).status).toBe(200)
})

test('a browser may ask before it calls, and is told what it may send', async () => {
  await using given = await givenWebchat(app)
  for (const [path, method] of [
    ['/messages', 'POST'],
    ['/messages', 'GET'],
    ['/conversations/01890000-0000-7000-8000-000000000000', 'DELETE'],
    ['/conversations/01890000-0000-7000-8000-000000000000/archive', 'PATCH'],
  ]) {
    const { status, headers } = await given.browser().client.send(`${WEBCHAT}${path}`, {
      method: 'OPTIONS',
      headers: { origin: SHOP, 'access-control-request-method': method ?? '' },
    })
    expect([status, headers.get(allowed)]).toEqual([204, SHOP])
    expect(headers.get('access-control-allow-headers')).toBe('content-type, api-key, webchat-token')
    expect(headers.get('access-control-allow-methods')).toContain(method)
  }
})

test('the public key travels in the query as well', async () => {
  await using given = await givenWebchat(app)
  const { public_api_key } = given.organization
  expect((await app.anyone.get(`${WEBCHAT}/init?api_key=${public_api_key}`)).status).toBe(200)
  for (const query of ['', '?api_key=', '?api_key=x', `?api_key=${public_api_key}&api_key=${public_api_key}`]) {
    expect((await app.anyone.get(`${WEBCHAT}/init${query}`)).status, query).toBe(401)
  }
})

test('the pages that may hold the widget’s frames are those that may use it', async () => {
  await using given = await givenWebchat(app)
  const { public_api_key } = given.organization
  expect(await frameAncestors(app.ctx, public_api_key)).toEqual([])
  await given.secure({ allowed_origins: [SHOP] })
  expect(await frameAncestors(app.ctx, public_api_key)).toEqual([SHOP])
  expect(await frameAncestors(app.ctx, given.private_key)).toBeNull()
})
