import { expect, test } from 'vitest'
import { loadConfig } from '#platform/config.ts'
import { startTestApp } from '#testing/app.ts'
import { listProviders } from './list-providers.ts'

const broker = { AUTH_SERVER_ISSUER: 'https://id.example', AUTH_SERVER_CLIENT_ID: 'x' }
const brokered = JSON.stringify([
  { id: 'idpa', label: 'One', icon_svg: '<svg/>', params: { kc_idp_hint: 'one' } },
  { id: 'idpb', label: 'Two' },
  { id: 'form', type: 'credentials', label: 'Three' },
])

test('a deployment offers what its auth server brokers, then its directory', () => {
  const all = {
    ...broker,
    AUTH_SERVER_PROVIDERS: brokered,
    LDAP_URL: 'ldap://127.0.0.1',
    LDAP_SEARCH_BASE: 'dc=example',
    LDAP_LABEL: 'Office',
  }
  expect(listProviders(loadConfig(all))).toEqual([
    { id: 'idpa', type: 'redirect', label: 'One', icon_svg: '<svg/>', start_url: '/api/auth/auth-server/idpa' },
    { id: 'idpb', type: 'redirect', label: 'Two', start_url: '/api/auth/auth-server/idpb' },
    { id: 'form', type: 'credentials', label: 'Three' },
    { id: 'ldap', type: 'ldap-single', label: 'Office' },
  ])
})

test('providers without an auth server to broker them are not offered', () => {
  expect(listProviders(loadConfig({}))).toEqual([])
  expect(listProviders(loadConfig({ AUTH_SERVER_PROVIDERS: brokered }))).toEqual([])
  expect(listProviders(loadConfig({ LDAP_URL: 'ldaps://127.0.0.1', LDAP_SEARCH_BASE: 'dc=example' }))).toEqual([
    { id: 'ldap', type: 'ldap-single', label: 'Company account' },
  ])
})

test('the providers are listed without a session, and an address may ask 30 times a minute', async () => {
  const env = { ...broker, AUTH_SERVER_PROVIDERS: brokered, TRUST_PROXY: '127.0.0.1' }
  const app = await startTestApp({ env, parts: ['web'] })
  const from = `2001:db8::${process.pid.toString(16)}:${(Date.now() % 65_536).toString(16)}`
  const ask = () => app.anyone.get('/api/auth/providers', { 'x-forwarded-for': from })
  const first = await ask()
  expect(first.body.map(({ id }: { id: string }) => id)).toEqual(['idpa', 'idpb', 'form'])
  for (let count = 1; count < 30; count++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.body.success]).toEqual([429, false])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const own = await app.anyone.get('/api/auth/providers', { 'x-forwarded-for': `${from}1`.slice(0, 30) })
  expect(own.status).toBe(200)
  await app.close()
})
