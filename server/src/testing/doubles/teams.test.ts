/** The double is held against Microsoft's own software: an app of its SDK is told, proves, and answers. */
import { Client, cloudFromName, MessageActivity, TypingActivity, withOverrides } from '@microsoft/teams.api'
import { App } from '@microsoft/teams.apps'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../servers/free-port.ts'
import { newChannel, newPersonalChat, newTeam, type TeamsChat } from './teams/chats.ts'
import { startTeamsDouble } from './teams.ts'

async function startSdkApp() {
  const teams = await startTeamsDouble()
  const bot = teams.newBot()
  const cloud = withOverrides(cloudFromName('Public'), {
    loginEndpoint: teams.url,
    loginTenant: bot.tenant_id,
    openIdMetadataUrl: teams.env.TCHAT_OPENID_METADATA_URL,
  })
  // Microsoft's sign-in library takes https alone, so the token is asked for by hand.
  const token = async (scope: string | string[]): Promise<string> => {
    const [first = ''] = [scope].flat()
    const form = { grant_type: 'client_credentials', client_id: bot.app_id, client_secret: bot.password, scope: first }
    const url = `${teams.url}/${bot.tenant_id}/oauth2/v2.0/token`
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token } = (await response.json()) as { access_token: string }
    return access_token
  }
  const nothing = () => undefined
  const logger = {
    child: () => logger,
    error: nothing,
    warn: nothing,
    info: nothing,
    debug: nothing,
    log: nothing,
    trace: nothing,
  }
  const app = new App({
    clientId: bot.app_id,
    tenantId: bot.tenant_id,
    token,
    cloud,
    logger,
    serviceUrl: teams.serviceUrl,
  })
  const consents: object[] = []
  app.on('message', async ({ activity, send }) => {
    await send(new TypingActivity())
    await send(new MessageActivity(`**${activity.from.name}** wrote`))
  })
  app.on('file.consent.accept', async ({ activity }) => void consents.push(activity.value))
  const port = await freePort()
  await app.start(port)
  teams.setEndpoint(bot, `http://127.0.0.1:${port}/api/messages`)
  onTestFinished(async () => {
    await app.stop()
    await teams.close()
  })
  const scope = cloud.botScope
  return { teams, bot, app, consents, client: new Client(teams.serviceUrl, { token: () => token(scope) }) }
}

test('what a person writes is proven to the SDK’s app, and its answers arrive in their conversation', async () => {
  const { teams, bot } = await startSdkApp()
  const { chat, status } = await teams.say(bot, { text: 'Hello' })
  expect(status).toBe(200)
  const channel = newChannel(newTeam(), 'Leads')
  const { activity } = await teams.say(bot, { chat: channel, text: 'Hello', mentions_bot: true })
  expect(teams.sent).toMatchObject([
    { text: '**Anna Weber** wrote', textFormat: 'markdown', chat, thread_id: null },
    { chat: channel, thread_id: activity.id },
  ])
  expect(teams.typing.map(({ conversation_id }) => conversation_id)).toEqual([
    chat.id,
    `${channel.id};messageid=${activity.id}`,
  ])
})

test('what the SDK’s app does not accept is what the double says is wrong', async () => {
  const { teams, bot } = await startSdkApp()
  for (const claims of [
    { issuer: 'https://x.example' },
    { audience: 'x' },
    { service_url: 'https://evil.example' },
    { service_url: null },
    { expires_in: -310 },
    { not_before_in: 310 },
    { with_unknown_key: true },
  ]) {
    expect(await teams.say(bot, { text: 'Hello' }, claims), JSON.stringify(claims)).toMatchObject({ status: 401 })
  }
  await teams.signing.rotate()
  expect(await teams.say(bot, { text: 'Hello' })).toMatchObject({ status: 200 })
})

test('what the SDK’s app writes unasked arrives in the chat, and in the thread of a channel', async () => {
  const { teams, bot, app } = await startSdkApp()
  const channel = newChannel(newTeam(), 'Leads')
  const { activity } = await teams.say(bot, { chat: channel, text: 'Hello', mentions_bot: true })
  await app.send(activity.conversation.id, 'By the way')
  expect(teams.sent.at(-1)).toMatchObject({ text: 'By the way', chat: channel, thread_id: activity.id })
})

test('an answer to a file consent card is read by the SDK’s app, which answers with nothing', async () => {
  const { teams, bot, consents } = await startSdkApp()
  const content = { sizeInBytes: 3, acceptContext: { file_id: '1' }, declineContext: { file_id: '1' } }
  const card = { contentType: 'application/vnd.microsoft.teams.card.file.consent', name: 'a.csv', content }
  expect(await teams.answerCard(bot, card, 'accept')).toMatchObject({ status: 200, body: '' })
  expect(consents).toMatchObject([{ action: 'accept', context: { file_id: '1' }, uploadInfo: { name: 'a.csv' } }])
})

test('the SDK’s client is served, and refused with the codes that Microsoft documents', async () => {
  const { teams, bot, client } = await startSdkApp()
  const channel = newChannel(newTeam('Sales'), 'Leads')
  await teams.change(bot, channel, 'membersAdded')
  const activities = (id: string) => client.conversations.activities(id)
  const sent = await activities(`${channel.id};messageid=1`).create({ type: 'message', text: 'Hi' })
  expect(sent).toMatchObject({ id: teams.sent.at(-1)?.id })
  await activities(channel.id).delete(sent.id)
  expect(teams.removed).toEqual([sent.id])
  expect(await client.conversations.members(channel.id).getById('29:1')).toMatchObject({ name: 'Anna Weber' })
  expect(await client.teams.getById(channel.team?.id ?? '')).toMatchObject({ aadGroupId: channel.team?.aadGroupId })

  const refusalOf = (chat: TeamsChat, text = 'Hi') =>
    activities(chat.id)
      .create({ type: 'message', text })
      .then(
        () => null,
        ({ response }) => [response?.status, response?.data.error?.code],
      )
  expect(await refusalOf(newPersonalChat())).toEqual([404, 'ConversationNotFound'])
  expect(await refusalOf(channel, 'x'.repeat(60_000))).toEqual([413, 'MessageSizeTooBig'])
  await teams.change(bot, channel, 'membersRemoved')
  expect(await refusalOf(channel)).toEqual([404, 'ConversationNotFound'])
  teams.answerNext('connector', { status: 429, retry_after: 7 })
  expect(await refusalOf(channel)).toEqual([429, 'ServiceError'])
})
