import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { memberships, organizations } from '#features/organizations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { startTestApp } from '#testing/app.ts'
import { runsOf } from '#testing/chats/private-chat.ts'
import type { Client } from '#testing/client.ts'
import { sign } from '#testing/doubles/slack/events.ts'
import { SLACK_APP } from '#testing/doubles/slack/sign-in.ts'
import { startSlackDouble } from '#testing/doubles/slack.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { channelUpdates } from '../../table.ts'
import { BOT_SCOPES } from '../wchat-app.ts'

const slack = await startSlackDouble()
const app = await startTestApp({ env: slack.env })
slack.reach(app.base_url)
slack.setClock(() => app.ctx.now())
afterAll(async () => {
  await app.close()
  await slack.close()
})
let teams = 0
const HOUR_MS = 3_600_000

/** An organization that has connected a workspace, and its member with a personal assistant that can answer. */
async function given() {
  const vendor = await startCustomDouble(null)
  onTestFinished(() => vendor.close())
  vendor.reply(() => ({ text: 'Hello from your assistant' }))
  const made = await app.given.organization()
  const { model } = await app.given.connectedTeammate(made.organization, vendor, {})
  const [admin, member] = [await app.as(made.admin), await app.as(made.member)]
  const base = `/api/organizations/${made.organization.id}`
  const team = { id: `T${++teams}`, name: `Workspace ${teams}` }
  const { url } = (await admin.post(`${base}/slack/oauth/start`)).body
  expect((await admin.post('/api/slack/oauth/callback', slack.allow(url, team))).status).toBe(200)
  const bot = slack.botIn(team)
  if (!bot) throw new Error('The app was not installed')
  for (const person of [member, admin]) {
    const { body: ally } = await person.get(`${base}/employees/ally`)
    await app.ctx.db.update(aiEmployees).set({ model }).where(eq(aiEmployees.id, ally.id))
  }
  const sent = () => slack.sent.filter((one) => one.bot === bot)
  const account = `${base}/slack/account`
  const anna = slack.newPerson()
  return {
    ...made,
    vendor,
    admin,
    member,
    memberUser: made.member,
    base,
    account,
    team,
    bot,
    anna,
    sent,
    sentAfter: async (count: number) => {
      await expect.poll(() => sent().length).toBe(count)
      return sent()
    },
    runs: () => runsOf(app, made.organization),
    /** The token of the link that the bot sends to someone who writes without a linked account. */
    async invitation(from = anna): Promise<string> {
      const before = sent().length
      // Answers to earlier messages may arrive meanwhile.
      const tokens = () =>
        sent()
          .slice(before)
          .flatMap(({ text = '' }) => /token=([^\s&]+)/.exec(text)?.[1] ?? [])
      await slack.say(bot, { from, text: 'Hello' })
      await expect.poll(() => tokens().length).toBe(1)
      return tokens()[0] ?? ''
    },
    link: (person: Client, token: string) => person.post(account, { token }),
  }
}

test('an unlinked person gets one sentence with a link and no run; linked, their own assistant answers them', async () => {
  const here = await given()
  const [delivered] = await slack.say(here.bot, { from: here.anna, text: 'Hello?' })
  expect(delivered).toMatchObject({ status: 200, body: { ok: true } })
  const [invitation] = await here.sentAfter(1)
  expect(invitation?.text).toMatch(/^To use your personal assistant here, link this Slack account to yours: http\S+$/)
  // More of them, and redeliveries, are not answered with more links.
  await slack.say(here.bot, { from: here.anna, text: 'Hello??' })
  if (delivered) await slack.redeliver(delivered)
  expect(await here.runs()).toEqual([])
  const [, token = ''] = /token=(\S+)$/.exec(invitation?.text ?? '') ?? []
  const shown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
  expect(shown).toMatchObject({ name: 'Anna Weber', team_name: here.team.name, organization_id: here.organization.id })

  expect((await here.member.get(here.account)).body).toEqual({ account: null })
  const linked = await here.link(here.member, token)
  expect(linked).toMatchObject({
    status: 200,
    body: { account: { id: `${here.team.id}:${here.anna.id}`, name: 'Anna Weber' } },
  })
  await slack.say(here.bot, { from: here.anna, text: 'What is on today?' })
  expect((await here.sentAfter(2))[1]).toMatchObject({ markdown_text: 'Hello from your assistant' })
  const { body: ally } = await here.member.get(`${here.base}/employees/ally`)
  expect(await here.runs()).toMatchObject([{ employee_id: ally.id }])
  const audit: AuditEntry[] = (await here.admin.get(`${here.base}/audit-log`)).body.data
  expect(audit[0]).toMatchObject({ action: 'channel_account.linked', after: { account: { name: 'Anna Weber' } } })
})

test('each linked person reaches their own assistant, and a file and an answer stay between them', async () => {
  const here = await given()
  const max = slack.newPerson({ name: 'max', real_name: 'Max Ott' })
  await here.link(here.member, await here.invitation())
  await here.link(here.admin, await here.invitation(max))
  await slack.say(here.bot, { from: here.anna, text: 'From Anna' })
  await slack.say(here.bot, {
    from: max,
    text: 'From Max',
    files: [{ name: 'a.txt', mimetype: 'text/plain', bytes: Buffer.from('a') }],
  })
  await here.sentAfter(4)
  const allies = await Promise.all(
    [here.member, here.admin].map(async (one) => (await one.get(`${here.base}/employees/ally`)).body.id),
  )
  expect((await here.runs()).map(({ employee_id }) => employee_id).toSorted()).toEqual(allies.toSorted())
  const [toAnna, toMax] = [slack.directChannel(here.bot, here.anna), slack.directChannel(here.bot, max)]
  expect(
    here
      .sent()
      .slice(2)
      .map(({ channel }) => channel)
      .toSorted(),
  ).toEqual([toAnna.id, toMax.id].toSorted())
})

test('a link is good once, for an hour, for its organization, and as it was made', async () => {
  const [here, there] = [await given(), await given()]
  const token = await here.invitation()
  const [payload = '', proof = ''] = token.split('.')
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), account_id: 'T1:U1' }),
  ).toString('base64url')
  for (const wrong of ['x', '.', `${payload}.`, `${payload}.${proof}.x`, `${forged}.${proof}`]) {
    expect(await here.link(here.member, wrong)).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } })
  }
  expect((await there.link(there.member, token)).body.code).toBe('LINK_INVALID')
  expect([403, 404]).toContain((await there.member.post(here.account, { token })).status)
  const answers = await Promise.all(Array.from({ length: 6 }, () => here.link(here.member, token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
  await here.member.delete(here.account)
  const late = await here.invitation(slack.newPerson())
  app.clock.advance(HOUR_MS + 1000)
  expect((await here.link(here.member, late)).body.code).toBe('LINK_INVALID')
})

test('who unlinks, leaves the organization or links another account is not answered through the former one', async () => {
  const here = await given()
  const max = slack.newPerson({ name: 'max', real_name: 'Max Ott' })
  // What is to be processed is stored before Slack is answered.
  const isStored = async (from = here.anna) => {
    const count = () => app.ctx.db.$count(channelUpdates, eq(channelUpdates.organization_id, here.organization.id))
    const before = await count()
    await slack.say(here.bot, { from, text: 'Hello' })
    return (await count()) > before
  }
  const setRemoved = (removed_at: Date | null) =>
    app.ctx.db.update(memberships).set({ removed_at }).where(eq(memberships.user_id, here.memberUser.id))
  await here.link(here.member, await here.invitation())
  expect(await isStored()).toBe(true)
  await setRemoved(app.ctx.now())
  expect(await isStored()).toBe(false)
  await setRemoved(null)
  expect(await isStored()).toBe(true)
  // A user has one account, and an account one user.
  const ofMax = await here.invitation(max)
  await here.link(here.member, ofMax)
  expect([await isStored(), await isStored(max)]).toEqual([false, true])
  expect((await here.member.delete(here.account)).body).toEqual({ account: null })
  expect(await isStored(max)).toBe(false)
})

test('in a channel the app asks for a direct message, and runs nothing for anybody', async () => {
  const here = await given()
  await here.link(here.member, await here.invitation())
  const channel = slack.newChannel({ members: [here.bot.user_id] })
  const [delivered] = await slack.say(here.bot, {
    from: here.anna,
    channel,
    text: `<@${here.bot.user_id}> what is my next meeting?`,
  })
  expect((await here.sentAfter(2))[1]).toMatchObject({
    channel: channel.id,
    thread_ts: delivered?.envelope?.event.ts,
    text: 'Please write to me in a direct message.',
  })
  await slack.say(here.bot, { from: here.anna, channel, text: 'among us' })
  expect(await here.runs()).toEqual([])
})

test('only what is signed for this app is taken, for the organization of its workspace', async () => {
  const here = await given()
  await here.link(here.member, await here.invitation())
  const { bot, anna, team } = here
  const event = {
    type: 'message',
    channel: slack.directChannel(bot, anna).id,
    channel_type: 'im',
    user: anna.id,
    text: 'x',
    ts: '1790000000.000900',
  }
  const body = (fields: object) =>
    JSON.stringify({ type: 'event_callback', api_app_id: SLACK_APP.WCHAT_APP_ID, team_id: team.id, event, ...fields })
  const post = async (text: string, secret = SLACK_APP.WCHAT_SIGNING_SECRET) => {
    const signed = sign(secret, text, Math.floor(app.ctx.now().getTime() / 1000))
    const init = { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...signed } }
    return (await fetch(`${app.base_url}/webhooks/slack/events`, init)).status
  }
  expect(await post(body({}), '00'.repeat(16))).toBe(401)
  const challenge = JSON.stringify({ type: 'url_verification', challenge: 'x' })
  expect([await post(challenge, '00'.repeat(16)), await post(challenge)]).toEqual([401, 200])
  expect([await post(body({ api_app_id: 'A9' })), await post(body({ team_id: 'T9' }))]).toEqual([200, 200])
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, here.organization.id))
  expect(await post(body({}))).toBe(200)
  await app.ctx.db.update(organizations).set({ status: 'active' }).where(eq(organizations.id, here.organization.id))
  expect(await here.runs()).toEqual([])
  expect(await post(body({}))).toBe(200)
  await expect.poll(async () => (await here.runs()).length).toBe(1)
})

test('a workspace that removed the app, or a token that died, makes the connection invalid', async () => {
  const [here, there] = [await given(), await given()]
  const removal = await slack.tell(here.bot, { type: 'app_uninstalled' })
  const status = async () => (await here.member.get(`${here.base}/slack`)).body.status
  expect(await status()).toBe('invalid')
  app.clock.advance(2000)
  const { url } = (await here.admin.post(`${here.base}/slack/oauth/start`)).body
  expect((await here.admin.post('/api/slack/oauth/callback', slack.allow(url, here.team))).status).toBe(200)
  // Slack repeats what it had no answer to.
  await slack.redeliver(removal)
  expect(await status()).toBe('active')
  await there.link(there.member, await there.invitation())
  there.bot.state = 'revoked'
  await slack.say(there.bot, { from: there.anna, text: 'Hello' })
  await expect.poll(async () => (await there.member.get(`${there.base}/slack`)).body.status).toBe('invalid')
})

test('the manifest in the document makes an app whose scopes and addresses are those of this server', async () => {
  const page = readFileSync(new URL('../../../../../../docs/how-to/answer-on-slack.md', import.meta.url), 'utf8')
  const [, manifest = ''] = /```json\n(.*?)```/s.exec(page) ?? []
  const { oauth_config, settings } = JSON.parse(manifest.replaceAll('https://alongside.example', app.base_url))
  const made = slack.createApp(JSON.parse(manifest), {
    request_url: settings.event_subscriptions.request_url,
    signing_secret: SLACK_APP.WCHAT_SIGNING_SECRET,
  })
  expect(made.scopes).toEqual(BOT_SCOPES)
  expect(await slack.verifyRequestUrl(made)).toBe(true)
  const { admin, base } = await given()
  const { url } = (await admin.post(`${base}/slack/oauth/start`)).body
  const redirect = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
  expect(oauth_config.redirect_urls.map((each: string) => new URL(each).pathname)).toEqual([redirect.pathname])
})

test('of eight accounts that one person links at once, the last one is theirs, and nothing fails', async () => {
  const here = await given()
  const tokens: string[] = []
  for (let nth = 0; nth < 8; nth++) tokens.push(await here.invitation(slack.newPerson()))
  const answers = await Promise.all(tokens.map((token) => here.link(here.member, token)))
  expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200))
  const ids = answers.map(({ body }) => body.account.id)
  expect(new Set(ids).size).toBe(8)
  expect(ids).toContain((await here.member.get(here.account)).body.account.id)
})
