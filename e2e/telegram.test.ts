import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startTelegramDouble } from '#testing/doubles/telegram.ts'
import { barriersOn } from './axe.ts'
import { openChannels } from './open-channels.ts'
import { quiet } from './quiet.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const telegram = await startTelegramDouble()
const { server, visit } = await journeys(telegram.env)
telegram.reach(server.base_url)
afterAll(() => telegram.close())

const tokenOn = (page: Page) => page.getByLabel('Bot token')
const buttonOn = (page: Page, name: string) => page.getByRole('button', { name: `${name}: Telegram` })
const chatsOn = (page: Page) => page.getByRole('list', { name: 'Chats', exact: true })
const switchOn = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })

async function connect(page: Page, token: string): Promise<void> {
  if ((await tokenOn(page).count()) === 0) await buttonOn(page, 'Set up').click()
  await tokenOn(page).fill(token)
  await page.keyboard.press('Enter')
}

async function disconnect(page: Page, { username }: { username: string }): Promise<void> {
  await buttonOn(page, 'Disconnect').click()
  const dialog = page.getByRole('dialog', { name: `Disconnect @${username} from Telegram?` })
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await toastOn(page, 'Telegram bot disconnected').waitFor()
}

test('a bot is connected by its token, answers in a chat once that is enabled, and is disconnected', async () => {
  const bot = telegram.newBot({ username: 'corner_books_bot' })
  await using member = await visit({ as: 'Mia Member' })
  await openChannels(member.page, 'Robin', 'Telegram')
  await member.page.getByText('No Telegram bot is connected.').waitFor()
  expect(await tokenOn(member.page).count()).toBe(0)

  await using person = await visit()
  const { page } = person
  await openChannels(page, 'Robin', 'Telegram')
  expect(await barriersOn(page)).toEqual([])
  await connect(page, 'nothing like a token')
  await page.getByRole('alert').getByText('This isn’t a bot token').waitFor()
  await connect(page, `${bot.id}:${'A'.repeat(35)}`)
  await page.getByRole('alert').getByText('Telegram doesn’t know this token.').waitFor()
  expect(await tokenOn(page).getAttribute('aria-invalid')).toBe('true')
  expect(await barriersOn(page)).toEqual([])

  await connect(page, bot.token)
  await toastOn(page, 'Telegram bot connected').waitFor()
  const link = page.getByRole('link', { name: '@corner_books_bot' })
  expect(await link.getAttribute('href')).toBe('https://t.me/corner_books_bot')
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.getByText('In groups it answers messages').waitFor()
  await page.getByText('No chats yet.').waitFor()
  await page.getByText('To try it, write “Hello” to @corner_books_bot').waitFor()
  await member.page.getByRole('link', { name: '@corner_books_bot' }).waitFor()
  expect(telegram.webhookOf(bot)?.url).toContain('/webhooks/telegram/')
  expect(await page.content()).not.toContain(bot.token)

  await page.getByText('Until you choose, @corner_books_bot tells people').waitFor()
  await telegram.say(bot, { text: 'Is anybody there?' })
  await page.getByRole('button', { name: 'Allow Anna Weber' }).waitFor()
  await page.getByText('Telegram sends messages here.').waitFor()
  // One decision about the bot, and one about the chat.
  await page.getByRole('link', { name: 'Channels 2 waiting for a decision' }).waitFor()
  await expect.poll(() => telegram.sent.map(({ text }) => text)).toEqual([expect.stringContaining('not enabled yet')])
  expect(await barriersOn(page)).toEqual([])

  await page.getByRole('radio', { name: 'Only chats you allow' }).click()
  await page.getByRole('link', { name: 'Channels 1 waiting for a decision' }).waitFor()
  await page.getByRole('button', { name: 'Allow Anna Weber' }).click()
  await page.getByRole('link', { name: 'Channels', exact: true }).waitFor()
  expect(await switchOn(page, 'Anna Weber').getAttribute('aria-checked')).toBe('true')
  await quiet(page)
  await chatsOn(member.page).getByRole('listitem').filter({ hasText: 'Anna Weber' }).getByText('On').waitFor()
  expect(await member.page.getByRole('switch').count()).toBe(0)
  await telegram.say(bot, { text: 'count to 4' })
  await expect.poll(() => telegram.sent.map(({ text }) => text).join()).toContain('1 2 3 4')

  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText(/Chat in this portal.*Telegram/).waitFor()
  await page.goto('/inbox')
  await page.getByRole('list', { name: 'Conversations', exact: true }).getByRole('link').first().click()
  await page.getByText('count to 4').last().waitFor()
  await page.getByText('Anna Weber').first().waitFor()

  await openChannels(page, 'Robin', 'Telegram')
  await disconnect(page, bot)
  await expect.poll(() => buttonOn(page, 'Set up').evaluate((one) => one === document.activeElement)).toBe(true)
  await member.page.getByText('No Telegram bot is connected.').waitFor()
  expect(telegram.webhookOf(bot)).toBe(null)

  await page.goto('/settings/audit-log')
  for (const act of ['connected a bot', 'changed whether a teammate answers in chat', 'disconnected the bot'])
    await page.getByRole('listitem').filter({ hasText: act }).first().waitFor()
  expect([...person.faults, ...member.faults]).toEqual([])
})

test('a bot belongs to one teammate, and new private chats are answered at once where that is wanted', async () => {
  const bot = telegram.newBot({ username: 'harbour_books_bot', readsGroups: true })
  await using person = await visit()
  const { page } = person
  const { current_organization_id } = await (await page.request.get('/api/init/whoami')).json()
  await page.request.post(`/api/organizations/${current_organization_id}/employees`, { data: { name: 'Nora' } })
  await openChannels(page, 'Nora', 'Telegram')
  await connect(page, bot.token)
  await buttonOn(page, 'Disconnect').waitFor()
  const anyone = page.getByRole('radio', { name: 'Anyone' })
  await anyone.click()
  await quiet(page)
  await page.reload()
  await expect.poll(() => anyone.getAttribute('aria-checked')).toBe('true')
  const max = telegram.newPerson({ first_name: 'Max' })
  await telegram.say(bot, { from: max, text: 'count to 5' })
  await expect.poll(() => telegram.sent.map(({ text }) => text).join()).toContain('1 2 3 4 5')
  await expect.poll(() => switchOn(page, 'Max').getAttribute('aria-checked')).toBe('true')
  const group = telegram.newGroup('Reading circle')
  await telegram.say(bot, { from: max, chat: group, text: 'Hello everybody' })
  await page.getByRole('button', { name: 'Allow Reading circle' }).click()
  await expect.poll(() => switchOn(page, 'Reading circle').getAttribute('aria-checked')).toBe('true')
  await quiet(page)
  await telegram.say(bot, { from: max, chat: group, text: '@harbour_books_bot count to 6' })
  await expect.poll(() => telegram.sent.map(({ text }) => text).join()).toContain('1 2 3 4 5 6')
  await page.goto('/inbox')
  // Many people speak in a group: it is called as it is, and not as one of them.
  const conversations = page.getByRole('list', { name: 'Conversations', exact: true })
  await conversations.getByRole('link').filter({ hasText: 'Reading circle' }).click()
  await page.getByRole('heading', { name: 'Reading circle' }).waitFor()
  const message = page.getByRole('listitem').filter({ hasText: '@harbour_books_bot count to 6' })
  await message.filter({ hasText: 'Max' }).last().waitFor()

  await openChannels(page, 'Ally', 'Telegram')
  await page.getByText('It answers only you.').waitFor()
  await connect(page, bot.token)
  await page.getByRole('alert').getByText('Another teammate has this bot').waitFor()
  await connect(page, telegram.newBot({ username: 'ally_books_bot' }).token)
  await page.getByText('To try it, write “Hello” to @ally_books_bot').waitFor()
  expect(await page.getByText('Who may write to it?').count()).toBe(0)
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])
})

test('a message that may have arrived says so in the inbox, and is sent again by a person', async () => {
  const bot = telegram.newBot({ username: 'lake_books_bot' })
  await using person = await visit()
  const { page } = person
  const { current_organization_id } = await (await page.request.get('/api/init/whoami')).json()
  const employees = `/api/organizations/${current_organization_id}/employees`
  const { id } = await (await page.request.post(employees, { data: { name: 'Lena' } })).json()
  await page.request.post(`${employees}/${id}/telegram`, { data: { token: bot.token } })
  await page.request.patch(`${employees}/${id}/telegram`, { data: { enables_private_chats: true } })
  telegram.answerNext('sendRichMessage', 'drop')
  await telegram.say(bot, { from: telegram.newPerson({ first_name: 'Paula' }), text: 'count to 7' })
  const counted = () => telegram.sent.filter((sent) => sent.bot === bot.id && sent.text?.includes('1 2 3 4 5 6 7'))
  await expect.poll(() => counted().length).toBe(1)

  await page.goto('/inbox')
  const conversations = page.getByRole('list', { name: 'Conversations', exact: true })
  await conversations.getByRole('link').filter({ hasText: 'Paula' }).click()
  const warning = page.getByText('Telegram didn’t confirm this message, and it may have arrived.')
  await warning.waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Send again' }).click()
  await warning.waitFor({ state: 'detached' })
  await expect.poll(() => counted().length).toBe(2)
  expect(person.faults).toEqual([])
})
