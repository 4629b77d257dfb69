import { expect, test } from 'vitest'
import { CODEX_CLIENT_ID, startCodexAuthDouble } from './codex-auth.ts'
import { startCodexDouble } from './codex-responses.ts'

const json = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const form = (url: string, body: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ client_id: CODEX_CLIENT_ID, ...body }) })

async function signedIn() {
  const auth = await startCodexAuthDouble()
  await json(`${auth.url}/api/accounts/deviceauth/usercode`, { client_id: CODEX_CLIENT_ID })
  const [device] = auth.devices
  if (!device) throw new Error('No device')
  const { device_auth_id, user_code, authorization_code, code_verifier } = device
  auth.agree(user_code)
  await json(`${auth.url}/api/accounts/deviceauth/token`, { device_auth_id, user_code })
  const exchange = {
    grant_type: 'authorization_code',
    code: authorization_code,
    code_verifier,
    redirect_uri: `${auth.url}/deviceauth/callback`,
  }
  return { auth, exchange, [Symbol.asyncDispose]: auth.close }
}

test('the sign-in takes each code and each refresh token once, and only what belongs together', async () => {
  await using given = await signedIn()
  const { auth, exchange } = given
  const status = async (body: Record<string, string>) => (await form(`${auth.url}/oauth/token`, body)).status
  expect(await status({ ...exchange, client_id: 'another' })).toBe(401)
  expect(await status({ ...exchange, code_verifier: 'another' })).toBe(400)
  expect(await status({ ...exchange, redirect_uri: 'http://elsewhere.test' })).toBe(400)
  expect(await status(exchange)).toBe(200)
  expect(await status(exchange)).toBe(400)
  const refresh = { grant_type: 'refresh_token', refresh_token: auth.families[0]?.refresh_token ?? '' }
  expect(await status(refresh)).toBe(200)
  expect(await status(refresh)).toBe(401)
})

test('the responses are refused without what ChatGPT insists on, and with what it does not take', async () => {
  await using given = await signedIn()
  await form(`${given.auth.url}/oauth/token`, given.exchange)
  await using vendor = await startCodexDouble(given.auth)
  const { access_token = '', account } = given.auth.families[0] ?? {}
  const headers = {
    authorization: `Bearer ${access_token}`,
    'chatgpt-account-id': account?.account_id ?? '',
    'openai-beta': 'responses=experimental',
    originator: 'o',
    session_id: 's',
    accept: 'text/event-stream',
  }
  const body = {
    model: 'm',
    stream: true,
    store: false,
    instructions: 'Be kind.',
    include: ['reasoning.encrypted_content'],
    input: [{ role: 'user', content: 'Hello' }],
  }
  const status = async (changed: object, changedHeaders: object = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...changedHeaders } }
    return (await fetch(`${vendor.base_url}/responses`, { ...init, body: JSON.stringify({ ...body, ...changed }) }))
      .status
  }
  expect(await status({})).toBe(200)
  const wrong = [
    { store: true },
    { store: undefined },
    { stream: false },
    { instructions: undefined },
    { instructions: '' },
    { include: [] },
    { max_output_tokens: 100 },
    { input: [{ role: 'system', content: 'Be kind.' }] },
  ]
  for (const changed of wrong) expect(await status(changed), JSON.stringify(changed)).toBe(400)
  expect(await status({}, { authorization: 'Bearer another' })).toBe(401)
  expect(await status({}, { 'chatgpt-account-id': 'another' })).toBe(403)
  for (const name of ['openai-beta', 'originator', 'session_id', 'accept'])
    expect(await status({}, { [name]: '' }), name).toBe(400)
})
