import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startPlatforms } from '#testing/chat-platforms/start-platforms.ts'
import { createClient } from '#testing/client.ts'
import { openChannels } from './open-channels.ts'
import { journeys } from './visit.ts'

const platforms = await startPlatforms()
const { server, visit } = await journeys(Object.assign({}, ...platforms.map(({ env }) => env)))
for (const platform of platforms) platform.reach(server.base_url)
afterAll(() => Promise.all(platforms.map((platform) => platform.close())))

/** The seeded teammate with a bot on each platform. */
async function givenBots(page: Page) {
  const cookies = await page.context().cookies()
  const client = createClient(server.base_url, { cookie: cookies.map((one) => `${one.name}=${one.value}`).join('; ') })
  const { current_organization_id } = (await client.get('/api/init/whoami')).body
  const employees = `/api/organizations/${current_organization_id}/employees`
  const { data } = (await client.get(employees)).body
  const { id } = data.find(({ name }: { name: string }) => name === 'Robin')
  return Promise.all(
    platforms.map(async (platform) => ({
      platform: platform.name,
      bot: await platform.connect(client, `${employees}/${id}`),
    })),
  )
}

test('what an operator writes in the inbox arrives on Telegram, Slack and Teams, and members may look at the bots', async () => {
  await using person = await visit()
  const { page } = person
  const bots = await givenBots(page)
  for (const { platform, bot } of bots) {
    const write = bot.newWriter(`Vera on ${platform}`)
    expect((await write({ text: 'count to 3' })).status).toBe(200)
    await expect.poll(() => bot.sentTexts().join('\n')).toContain('1 2 3')
    await page.goto('/inbox')
    const conversations = page.getByRole('list', { name: 'Conversations', exact: true })
    await conversations.getByRole('link').filter({ hasText: platform }).first().click()
    const reply = page.getByRole('textbox', { name: /^Reply to / })
    await reply.fill(`A person of the shop, on ${platform}`)
    await reply.press('Enter')
    await expect.poll(() => bot.sentTexts().at(-1)).toContain(`A person of the shop, on ${platform}`)
    // The teammate is silent from now on.
    const count = bot.sentTexts().length
    expect((await write({ text: 'count to 5' })).status).toBe(200)
    await page.getByText('count to 5').last().waitFor()
    expect(bot.sentTexts()).toHaveLength(count)
  }

  await using member = await visit({ as: 'Mia Member' })
  await openChannels(member.page, 'Robin', 'Slack')
  for (const { platform } of bots) {
    const section = member.page.locator('section', {
      has: member.page.getByRole('heading', { name: platform, exact: true }),
    })
    await section.getByText('Connected', { exact: true }).waitFor()
    await section.getByText(`Vera on ${platform}`).waitFor()
    expect(await section.getByRole('switch').count()).toBe(0)
    expect(await section.getByRole('button', { name: /Disconnect|Reconnect|Allow/ }).count()).toBe(0)
  }
  expect([...person.faults, ...member.faults]).toEqual([])
})
