import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CallErrorCode } from '#contracts/voice-socket.ts'
import { contactChannels } from '#features/contacts/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { ownTestApp, startTestApp } from '#testing/app.ts'
import { givenRealtimeTeammate } from '#testing/calls/realtime-call.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import { givenSpokenCall, PAUSE, say, transcriptionInputs } from '#testing/calls/spoken-call.ts'
import { beginVisitorCall, givenVisitorCall } from '#testing/calls/visitor-call.ts'
import { givenCallable, openCall } from '#testing/calls/voice.ts'
import { WEBCHAT } from '#testing/chats/webchat.ts'

const app = await ownTestApp()

type VisitorCall = Awaited<ReturnType<typeof givenVisitorCall>>
type Call = Pick<VisitorCall, 'call'>

async function expectEnd({ call }: Call, code: CallErrorCode): Promise<void> {
  await call.untilClosed()
  expect(call.events.filter((event) => event.type === 'error')).toMatchObject([{ code, is_final: true }])
}

const deactivate = ({ organization }: Pick<VisitorCall, 'organization'>) =>
  app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, organization.id))

async function contactIdOf({ client, at }: Pick<VisitorCall, 'client' | 'at'>): Promise<string> {
  return (await client.get(at(''))).body.contact.id
}

const visitorLosses: [string, CallErrorCode, (talk: Omit<VisitorCall, 'messages' | 'vendor'>) => Promise<unknown>][] = [
  [
    'the website chat is deleted',
    'CHAT_UNAVAILABLE',
    ({ client, base, entry_point_id }) => client.delete(`${base}/webchat-entry-points/${entry_point_id}`),
  ],
  [
    'the public key is rotated',
    'CHAT_UNAVAILABLE',
    ({ client, base }) => client.post(`${base}/api-keys/public/rotate`),
  ],
  [
    'the teammate is deleted',
    'CHAT_UNAVAILABLE',
    ({ client, base, teammate }) => client.delete(`${base}/employees/${teammate.id}`),
  ],
  ['the organization is deactivated', 'CHAT_UNAVAILABLE', deactivate],
  [
    'the contact is deleted',
    'CONVERSATION_DELETED',
    async (talk) => {
      // The contact is listed once they have written.
      await talk.visitor.post(`${WEBCHAT}/messages`, { message: 'Hello', conversation_id: talk.conversation_id })
      return talk.client.delete(`${talk.base}/contacts/${await contactIdOf(talk)}`)
    },
  ],
  [
    'the conversation is deleted',
    'CONVERSATION_DELETED',
    ({ visitor, conversation_id }) => visitor.delete(`${WEBCHAT}/conversations/${conversation_id}`, {}),
  ],
  [
    'the conversation is archived',
    'CONVERSATION_NOT_ACTIVE',
    ({ visitor, conversation_id }) => visitor.patch(`${WEBCHAT}/conversations/${conversation_id}/archive`),
  ],
]

test.each(visitorLosses)('a visitor’s call ends when %s', async (_name, code, lose) => {
  const talk = await givenVisitorCall(app)
  expect(await lose(talk)).not.toMatchObject({ body: { success: false } })
  await expectEnd(talk, code)
  expect((await talk.visitor.post(talk.session, { conversation_id: talk.conversation_id })).status).not.toBe(200)
})

test('a visitor’s call ends when visitors have to prove who they are, and this one did not', async () => {
  const talk = await givenVisitorCall(app)
  // A visitor whom the page has named, in place of one whom the server has.
  const contact_channel_id = (await talk.client.get(talk.at(''))).body.contact_channel_id
  await app.ctx.db
    .update(contactChannels)
    .set({ external_id: 'customer-1' })
    .where(eq(contactChannels.id, contact_channel_id))
  const security = { allowed_origins: [], identity_required: true }
  expect((await talk.client.put(`${talk.base}/settings/webchat-security`, security)).status).toBe(200)
  await expectEnd(talk, 'CHAT_UNAVAILABLE')
})

test('a visitor’s call with a realtime model ends when the website chat is deleted', async () => {
  const given = await givenRealtimeTeammate(app, { vendor: 'OpenAI', values: { channel: 'Web Chat' } })
  const begun = await beginVisitorCall(app, given)
  await given.client.delete(`${begun.base}/webchat-entry-points/${begun.entry_point_id}`)
  await expectEnd(begun, 'CHAT_UNAVAILABLE')
})

test('speech after the right has ended is neither saved nor answered', async () => {
  const talk = await givenVisitorCall(app)
  await app.ctx.db
    .update(organizations)
    .set({ public_api_key: `${talk.organization.public_api_key}-new` })
    .where(eq(organizations.id, talk.organization.id))
  say(talk, voice(900), PAUSE)
  await expectEnd(talk, 'CHAT_UNAVAILABLE')
  expect((await talk.messages()).filter(([role]) => role !== 'system')).toEqual([])
})

/** A member’s call with a teammate that an access group lets them see. */
async function memberOnCall() {
  const given = await givenCallable(app)
  const { organization, teammate, member, path, owner } = given
  const group = await app.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  const client = await app.as(member)
  const { body } = await client.post(path, { create_new_conversation: true })
  const call = await openCall(app, body.session_id)
  await call.event('session.created')
  return { ...given, call, group, client, asOwner: await app.as(owner), base: `/api/organizations/${organization.id}` }
}

test.each<[string, CallErrorCode, (talk: Awaited<ReturnType<typeof memberOnCall>>) => Promise<unknown>]>([
  ['signs out', 'SIGNED_OUT', ({ client }) => client.post('/api/auth/logout')],
  [
    'is removed from the organization',
    'TEAMMATE_UNAVAILABLE',
    ({ asOwner, base, member }) => asOwner.delete(`${base}/users/${member.id}`),
  ],
  [
    'does not see the teammate any more',
    'TEAMMATE_UNAVAILABLE',
    ({ asOwner, base, group }) => asOwner.delete(`${base}/access-groups/${group.id}`),
  ],
  [
    'calls a teammate that is deleted',
    'TEAMMATE_UNAVAILABLE',
    ({ asOwner, base, teammate }) => asOwner.delete(`${base}/employees/${teammate.id}`),
  ],
  ['works in an organization that is deactivated', 'ORGANIZATION_INACTIVE', deactivate],
])('the call of a colleague ends who %s', async (_name, code, lose) => {
  const talk = await memberOnCall()
  await lose(talk)
  await expectEnd(talk, code)
})

test('a call ends when the teammate may spend nothing more today', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'One' }, { text: 'Two' }] })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  const { organization } = talk
  const nothing = { ai_employee_daily_cost_limit_usd: 0 }
  await app.ctx.db.update(organizations).set(nothing).where(eq(organizations.id, organization.id))
  say(talk, silence(300), voice(900), PAUSE)
  await expectEnd(talk, 'DAILY_LIMIT_REACHED')
  expect(transcriptionInputs(talk)).toHaveLength(1)
})

test.runIf(app.config.DATABASE_URL)('a right that ends in another process ends the call', async () => {
  const { DATABASE_URL = '' } = app.config
  const realtime = await startTestApp({ env: { DATABASE_URL }, parts: ['realtime'] })
  try {
    const talk = await givenVisitorCall(app, { base_url: realtime.base_url })
    await talk.client.delete(`${talk.base}/webchat-entry-points/${talk.entry_point_id}`)
    await expectEnd(talk, 'CHAT_UNAVAILABLE')
  } finally {
    await realtime.close()
  }
})
