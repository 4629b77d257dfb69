import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import {
  type ConnectableVendor,
  connectableVendors,
  startConnectedVendor,
  VENDOR_KEY,
} from '#testing/doubles/vendors/connected-vendor.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { refusalReason } from '../vendors/refusal-reason.ts'

const WRONG_KEY = 'sk-wrong-0123456789'

/** A server whose operator sends the vendor's calls to this address, and an admin of an organization of it. */
async function serverAt(provider: ConnectableVendor, base_url: string) {
  const env = provider === 'custom' ? {} : { [`${provider.toUpperCase()}_BASE_URL`]: base_url }
  const app = await startTestApp({ env })
  onTestFinished(() => app.close())
  return { app, ...(await adminOf(app, provider, base_url)) }
}

async function adminOf(app: TestApp, provider: ConnectableVendor, base_url: string) {
  const { organization, admin } = await app.given.organization()
  const as = await app.as(admin)
  const path = `/api/organizations/${organization.id}/providers`
  const own = provider === 'custom' ? { base_url } : {}
  return {
    save: (api_key: string) => as.patch(`${path}/${provider}`, { api_key, ...own }),
    change: (changes: object) => as.patch(`${path}/${provider}`, changes),
    restore: () => as.post(`${path}/${provider}/restore`, {}),
    shown: async () =>
      (await as.get(path)).body.find((listed: { provider: string }) => listed.provider === provider) as object,
  }
}

test.each(connectableVendors)(
  'a key for %s is saved once the vendor accepts it, and not when it refuses',
  async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    const { app, save, shown } = await serverAt(provider, vendor.double.base_url)

    const refused = await save(WRONG_KEY)
    expect(refused).toMatchObject({ status: 400, body: { code: 'KEY_REFUSED', issues: [{ path: 'api_key' }] } })
    expect(refused.body.error).toMatch(/did not accept this key\. .+ says: .*(key|credentials)/i)
    expect(JSON.stringify(refused.body)).not.toContain(WRONG_KEY)
    expect(await shown()).toMatchObject({ has_own_key: false, base_url: null })
    expect(app.events.find('organization_ai_provider.updated')).toEqual([])

    expect(await save(VENDOR_KEY)).toMatchObject({ status: 200, body: { has_own_key: true, key_check: 'accepted' } })
    expect(await shown()).toMatchObject({ key_check: 'accepted' })
    expect((await save(WRONG_KEY)).status).toBe(400)
    expect(await shown()).toMatchObject({ has_own_key: true, api_key: `••••••••${VENDOR_KEY.slice(-4)}` })
    expect(vendor.double.key_checks).toBe(3)
    expect(vendor.double.requests).toEqual([])
  },
)

test('what a vendor was asked about a key goes with the key', async () => {
  await using vendor = await startConnectedVendor('vendor_1')
  const { change, restore, shown, save } = await serverAt('vendor_1', vendor.double.base_url)
  expect(await shown()).toMatchObject({ key_check: null })
  await save(VENDOR_KEY)
  expect(await change({ api_key: null })).toMatchObject({ body: { key_check: null } })
  // It may have been withdrawn meanwhile, and is not asked about again.
  expect(await restore()).toMatchObject({ status: 200, body: { has_own_key: true, key_check: null } })
})

test.each([
  [
    '{"error":{"message":"Incorrect API key provided: sk-se***cret. See /keys."}}',
    'Incorrect API key provided: … See /keys.',
  ],
  ['[{"error":{"code":400,"message":"API key not valid"}}]', 'API key not valid'],
  ['{"code":"x","error":"Wrong key sk-secret-key"}', 'Wrong key …'],
  ['<html>Forbidden</html>', ''],
  ['{"error":{"message":" "}}', ''],
])('of %s people are told “%s”', (body, reason) => {
  expect(refusalReason(body, 'sk-secret-key')).toBe(reason)
})

test('a key is saved and called unverified where the vendor cannot be asked, and no redirect gets it', async () => {
  const asked: string[] = []
  const elsewhere = await serve((request, response) => response.end(asked.push(String(request.url))))
  const { url, server } = await serve((request, response) => {
    const status = Number(request.headers.authorization?.slice('Bearer sk-status-'.length))
    response.writeHead(status, { location: `${elsewhere.url}/stolen` }).end('{"error":{"message":"no"}}')
  })
  const { app, save } = await serverAt('vendor_1', `${url}/v1`)
  for (const status of [302, 404, 429, 500]) {
    expect(await save(`sk-status-${status}`)).toMatchObject({ status: 200, body: { key_check: 'unverified' } })
  }
  for (const status of [401, 403]) expect((await save(`sk-status-${status}`)).status).toBe(400)
  expect(asked).toEqual([])

  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
  expect(await save('sk-status-401')).toMatchObject({ status: 200, body: { key_check: 'unverified' } })
  const custom = await adminOf(app, 'custom', `${url}/v1`)
  expect(await custom.save('sk-status-401')).toMatchObject({ status: 200, body: { key_check: 'unverified' } })
})
