import { expect, onTestFinished, test } from 'vitest'
import { serverEvents } from '#contracts/events.ts'
import { privateApi } from '#features/api-chat/channel.ts'
import { findOrAddContact } from '#features/contacts/find-or-add-contact.ts'
import { internalChat } from '#features/internal-chat/channel.ts'
import { organizationUpdated } from '#features/organizations/events.ts'
import type { OrganizationRow } from '#features/organizations/table.ts'
import { webchat, webchatKey } from '#features/webchat/channel.ts'
import { webchatMessageDeleted } from '#features/webchat/events.ts'
import { signToken } from '#features/webchat/visitor-token.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { AnyEvent, EventType } from '#platform/event.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { declaredPushes } from '#testing/events/declared-pushes.ts'
import { type Listener, openListener } from '#testing/events/listener.ts'
import { sampleOf } from '#testing/routes/junk.ts'

const app = await testApp()
const pushes = await declaredPushes()

type Recipient = 'owner' | 'admin' | 'viewer' | 'blind' | 'visitor'
type Case = { about: unknown; payload?: object; recipients: Recipient[] }

/** A page's visitor with a conversation of their own, connected. */
async function visitorOf(organization: OrganizationRow) {
  const here = extendContext(app.ctx, { organization })
  const contact = { contact_external_id: newId(), contact: {}, user_id: null, current_conversation_id: null }
  const { id } = await findOrAddContact(here, { ...webchatKey, ...contact })
  const contact_channel = { id, user_id: null }
  const token = await signToken(here, 'socket', { contact_channel_id: id, proof: null })
  return { contact_channel, listener: await openListener(app.base_url, token) }
}

async function listeners() {
  const here = await app.given.organization()
  const { organization } = here
  const teammate = await app.given.teammate(organization)
  const viewer = await app.given.membership(organization, 'member')
  await app.given.accessGroup(organization, { users: [viewer], teammates: [teammate] })
  const assistant = await app.given.teammate(organization, { owned_by_user_id: here.member.id, is_system: true })
  const elsewhere = await app.given.organization()
  const inactive = await app.given.organization({ status: 'inactive' })
  const left = await app.given.user()
  const listen = async (user: Parameters<typeof app.as>[0]) =>
    openListener(app.base_url, (await app.given.session(user)).ws_token)
  const [visitor, otherVisitor, foreignVisitor] = [
    await visitorOf(organization),
    await visitorOf(organization),
    await visitorOf(elsewhere.organization),
  ]
  const inside: Record<Recipient, Listener> = {
    owner: await listen(here.owner),
    admin: await listen(here.admin),
    viewer: await listen(viewer),
    blind: await listen(here.member),
    visitor: visitor.listener,
  }
  const outside: Record<string, Listener> = {
    'a visitor of another conversation': otherVisitor.listener,
    'a visitor of another organization': foreignVisitor.listener,
    'the owner of another organization': await listen(elsewhere.owner),
    'the owner of an inactive organization': await listen(inactive.owner),
    'an outsider': await listen(left),
  }
  const all = { ...inside, ...outside }
  onTestFinished(() => {
    for (const each of Object.values(all)) each.close()
  })
  const organizations = [here, elsewhere, inactive].map((one) => one.organization)
  const visitors = [visitor, otherVisitor, foreignVisitor]
  return { organization, teammate, assistant, viewer, blind: here.member, visitor, all, organizations, visitors }
}

type Given = Awaited<ReturnType<typeof listeners>>

/** Whom each event concerns, and who is to receive it; everyone else receives nothing. */
function casesOf({ organization, teammate, assistant, viewer, blind, visitor }: Given): Record<string, Case[]> {
  const organization_id = organization.id
  const ADMINS: Recipient[] = ['owner', 'admin']
  const SEEING: Recipient[] = [...ADMINS, 'viewer']
  const MEMBERS: Recipient[] = [...SEEING, 'blind']
  const everyone: Case[] = [{ about: { organization_id }, recipients: MEMBERS }]
  const admins: Case[] = [{ about: { organization_id }, recipients: ADMINS }]
  const ofTeammate: Case[] = [
    { about: teammate, recipients: SEEING },
    { about: assistant, recipients: ['blind'] },
  ]
  const work: Case[] = [
    { about: { teammate }, recipients: SEEING },
    { about: { teammate: assistant }, recipients: ['blind'] },
  ]
  const onPage = { teammate, channel: webchat, contact_channel: visitor.contact_channel }
  const ofViewer = { teammate, channel: internalChat, contact_channel: { id: newId(), user_id: viewer.id } }
  const withAssistant = { ...ofViewer, teammate: assistant, contact_channel: { id: newId(), user_id: blind.id } }
  const byProgram = { teammate, channel: privateApi, contact_channel: { id: newId(), user_id: null } }
  /** Who receives events of conversations on a page, of a colleague's chat, of a personal assistant's, of a program's. */
  const inChats = (page: Recipient[], chat: Recipient[], personal: Recipient[], program: Recipient[]): Case[] => [
    { about: onPage, recipients: page },
    { about: ofViewer, recipients: chat },
    { about: withAssistant, recipients: personal },
    { about: byProgram, recipients: program },
  ]
  const inInbox = inChats(SEEING, SEEING, [], SEEING)
  const growing = inChats([...SEEING, 'visitor'], ['viewer'], ['blind'], [])
  const whole = inChats(['visitor'], ['viewer'], ['blind'], [])
  const chat: Case[] = [
    { about: ofViewer, recipients: ['viewer'] },
    { about: withAssistant, recipients: ['blind'] },
  ]
  const page: Case[] = [{ about: onPage, recipients: ['visitor'] }]
  const mentioned: Case[] = [
    { about: { teammate, user_id: viewer.id }, recipients: ['viewer'] },
    { about: { teammate, user_id: blind.id }, recipients: [] },
  ]
  const contact: Case[] = [
    { about: { teammates: [teammate] }, recipients: SEEING },
    { about: { teammates: [] }, recipients: [] },
  ]
  return {
    organizationUpdated: [{ about: { id: organization_id }, recipients: MEMBERS }],
    ...named(everyone, [
      ...['staffUserAdded', 'staffUserUpdated', 'staffUserRemoved', 'channelConnectionUpdated', 'connectorChanged'],
      ...['variableCreated', 'variableUpdated', 'variableDeleted', 'labelCreated', 'labelUpdated', 'labelDeleted'],
      ...['cannedReplyCreated', 'cannedReplyUpdated', 'cannedReplyDeleted'],
      ...['storageFileCreated', 'storageFileUpdated', 'storageFileDeleted'],
      ...['storageFileRenamed', 'storageFileCopied', 'storageFileMoved'],
    ]),
    ...named(admins, [
      ...['organizationAiProviderUpdated', 'connectionAttemptUpdated', 'inviteCreated', 'inviteUpdated'],
      ...['workflowCreated', 'workflowUpdated', 'workflowDeleted', 'webhookChanged'],
    ]),
    ...named(ofTeammate, [
      ...['teammateCreated', 'teammateUpdated', 'teammateDeleted', 'integrationChanged', 'assignmentsChanged'],
      ...['staffTeammateCreated', 'staffTeammateUpdated', 'staffTeammateDeleted'],
      ...['msgrBotUpdated', 'msgrChatCreated', 'msgrChatUpdated'],
      ...['wchatBotUpdated', 'wchatChatCreated', 'wchatChatUpdated'],
      ...['tchatBotUpdated', 'tchatChatCreated', 'tchatChatUpdated'],
    ]),
    ...named(work, ['conversationPresence', 'conversationLabelsUpdated', 'noteCreated', 'noteUpdated', 'noteDeleted']),
    ...named(inInbox, ['conversationMessageSent', 'conversationMessageUpdated', 'conversationMessageDeleted']),
    conversationCallUpdated: inInbox,
    ...named(inChats(SEEING, SEEING, ['blind'], SEEING), ['conversationUpdated', 'conversationTitleUpdated']),
    conversationOpened: inChats(SEEING, SEEING, ['blind'], SEEING),
    ...named(growing, ['messageDelta', 'toolCallStarted', 'toolCallDone', 'toolCallFailed']),
    messageDeltaForInbox: inChats(SEEING, [], [], []),
    ...named(whole, ['messageDone', 'messageDeltaForChannel', 'voiceThinkingStarted', 'voiceThinkingEnded']),
    ...named(chat, ['internalMessage', 'internalMessageUpdated']),
    ...named(page, [
      'webchatMessageSent',
      'webchatMessageUpdated',
      'webchatMessageDeleted',
      'webchatConversationUpdated',
    ]),
    ...named(mentioned, ['mentionCreated', 'mentionRemoved', 'mentionRead']),
    ...named(contact, ['contactUpdated', 'contactMerged']),
    ...named([{ about: { organization_id, teammate }, recipients: SEEING }], ['runUpdated', 'runStepsUpdated']),
  }
}

const named = (cases: Case[], names: string[]) => Object.fromEntries(names.map((name) => [name, cases]))

test('every event that is pushed is heard by those who may, and by nobody else', async () => {
  const given = await listeners()
  const cases = casesOf(given)
  expect(Object.keys(cases).toSorted(), 'a case for each event').toEqual([...pushes.keys()].toSorted())
  const declared = new Set([...pushes.values()].map(({ name }) => name))
  expect([...declared].toSorted()).toEqual(Object.keys(serverEvents).toSorted())

  const emit = (event: AnyEvent, payload: object, about: unknown) =>
    app.ctx.emit(event as EventType<object, unknown>, payload, about)
  const wrong: string[] = []
  for (const [name, event] of pushes) {
    for (const [nth, { about, recipients }] of (cases[name] ?? []).entries()) {
      const from = Object.values(given.all).map(({ received }) => received.length)
      await emit(event, { ...sampleOf(event.schema), organization_id: given.organization.id }, about)

      // What is pushed after it reaches anyone who is connected, and nobody is passed over by an event that is late.
      const after = newId()
      const { schema: ofOrganization } = organizationUpdated
      for (const organization of given.organizations)
        await emit(organizationUpdated, { ...sampleOf(ofOrganization), name: after, id: organization.id }, organization)
      for (const { contact_channel } of given.visitors)
        await emit(
          webchatMessageDeleted,
          { ...sampleOf(webchatMessageDeleted.schema), id: after },
          { teammate: given.teammate, channel: webchat, contact_channel },
        )
      const isAfter = ({ payload }: Listener['received'][number]) => payload.name === after || payload.id === after
      for (const [who, listener] of Object.entries(given.all)) {
        if (who !== 'an outsider')
          expect(await listener.receives(isAfter), `${who} receives what follows ${name}`).toBe(true)
      }
      const reached = Object.entries(given.all).flatMap(([who, listener], index) => {
        const change = listener.received.slice(from[index]).filter((one) => !isAfter(one))
        return change.map((one) => (one.name === event.name ? who : `${who} (${one.name})`))
      })
      if (`${reached.toSorted()}` !== `${recipients.toSorted()}`)
        wrong.push(
          `${name} ${nth}: heard by ${reached.join() || 'nobody'}, and is for ${recipients.join() || 'nobody'}`,
        )
    }
  }
  expect(wrong).toEqual([])
})
