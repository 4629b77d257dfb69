import { expect, test } from 'vitest'
import { SLACK_APP } from './slack/sign-in.ts'
import { startSlackDouble } from './slack.ts'

const REDIRECT = 'http://127.0.0.1:1/settings/slack/callback'
const { WCHAT_CLIENT_ID: id, WCHAT_CLIENT_SECRET: secret } = SLACK_APP

async function given() {
  const slack = await startSlackDouble()
  const query = new URLSearchParams({ client_id: id, scope: 'chat:write', redirect_uri: REDIRECT, state: 's' })
  const call = async (method: string, authorization: string, form: Record<string, string> = {}): Promise<unknown> => {
    const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) }
    return (await fetch(`${slack.url}/api/${method}`, init)).json()
  }
  const basic = (client_id: string, client_secret: string) =>
    `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  return {
    slack,
    authorize: `${slack.url}/oauth/v2/authorize?${query}`,
    call,
    access: (form: Record<string, string>, authorization = basic(id, secret)) =>
      call('oauth.v2.access', authorization, form),
    basic,
    [Symbol.asyncDispose]: slack.close,
  }
}

test('a code is good once, for the address it was asked for, and for this app alone', async () => {
  await using here = await given()
  const team = { id: 'T1', name: 'Workspace' }
  const { code } = here.slack.allow(here.authorize, team)
  const redirect_uri = REDIRECT
  expect(await here.access({ code, redirect_uri }, here.basic('1.2', secret))).toMatchObject({
    error: 'invalid_client_id',
  })
  expect(await here.access({ code, redirect_uri }, here.basic(id, 'x'))).toMatchObject({ error: 'bad_client_secret' })
  expect(await here.access({ code: 'x', redirect_uri })).toMatchObject({ error: 'invalid_code' })
  expect(await here.access({ code, redirect_uri: `${REDIRECT}/x` })).toMatchObject({ error: 'bad_redirect_uri' })
  expect(await here.access({ code, redirect_uri })).toMatchObject({ ok: true, team, token_type: 'bot' })
  expect(await here.access({ code, redirect_uri })).toMatchObject({ error: 'code_already_used' })
})

test('a token works until it is revoked', async () => {
  await using here = await given()
  const team = { id: 'T1', name: 'Workspace' }
  await here.access({ code: here.slack.allow(here.authorize, team).code, redirect_uri: REDIRECT })
  const bearer = `Bearer ${here.slack.tokenOf(team)?.token}`
  expect(await here.call('auth.test', bearer)).toMatchObject({ ok: true, team_id: 'T1' })
  expect(await here.call('auth.test', 'Bearer x')).toMatchObject({ error: 'invalid_auth' })
  expect(await here.call('auth.revoke', bearer)).toMatchObject({ ok: true, revoked: true })
  expect(await here.call('auth.test', bearer)).toMatchObject({ error: 'token_revoked' })
})

test('a browser that is sent without what Slack asks for is shown no page', async () => {
  await using here = await given()
  for (const name of ['client_id', 'scope', 'redirect_uri', 'state']) {
    const url = new URL(here.authorize)
    url.searchParams.delete(name)
    expect(() => here.slack.allow(url.href), name).toThrow()
  }
})
