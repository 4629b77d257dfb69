import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startSlackDouble } from '#testing/doubles/slack.ts'
import { barriersOn } from './axe.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const slack = await startSlackDouble()
const { visit, server } = await journeys(slack.env)
slack.reach(server.base_url)
afterAll(() => slack.close())

const SETTINGS = '/settings/organization'
const connectOn = (page: Page, name = 'Connect') => page.getByRole('button', { name: `${name}: Slack` })

async function connect(page: Page, team: { id: string; name: string }): Promise<void> {
  slack.offer(team)
  await page.goto(SETTINGS)
  await connectOn(page).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: team.name }).waitFor()
}

async function disconnect(page: Page, team: { name: string }): Promise<void> {
  await connectOn(page, 'Disconnect').click()
  const dialog = page.getByRole('dialog', { name: `Disconnect ${team.name}?` })
  await dialog.getByRole('textbox').fill('disconnect')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

test('an admin connects a workspace, everyone sees it, and the exact word disconnects it', async () => {
  const team = { id: 'T1', name: 'Corner Books' }
  await using member = await visit({ as: 'Mia Member', at: SETTINGS })
  await member.page.getByText('Not connected').waitFor()
  expect(await connectOn(member.page).count()).toBe(0)

  await using person = await visit()
  const { page } = person
  const returned: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/slack/oauth/callback')) returned.push(request.method())
  })
  await connect(page, team)
  await toastOn(page, 'Slack connected').waitFor()
  await page.waitForURL((url) => url.pathname === SETTINGS && url.search === '')
  expect(returned).toEqual(['POST'])
  await member.page.getByRole('heading', { name: team.name }).waitFor()
  expect(await barriersOn(page)).toEqual([])

  await connectOn(page, 'Disconnect').click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect Corner Books?' })
  const confirm = dialog.getByRole('button', { name: 'Disconnect' })
  const word = dialog.getByLabel('Type “disconnect” to confirm')
  for (const other of ['', 'Disconnect', 'disconnect ', 'disconnec']) {
    await word.fill(other)
    expect(await confirm.isDisabled()).toBe(true)
  }
  await word.fill('disconnect')
  expect(await barriersOn(page)).toEqual([])
  await confirm.click()
  await toastOn(page, 'Slack disconnected').waitFor()
  await connectOn(page).waitFor()
  await member.page.getByText('Not connected').waitFor()
  await expect.poll(() => slack.tokenOf(team)?.isAlive).toBe(false)
  expect([...person.faults, ...member.faults]).toEqual([])
})

test('who declines comes back to a page that says so, and a callback that is loaded again connects nothing', async () => {
  await using person = await visit({ at: SETTINGS })
  const { page } = person
  await connectOn(page).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText('Slack was not connected: it was declined.').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to settings' }).click()
  await connectOn(page).waitFor()

  const team = { id: 'T2', name: 'Harbour Books' }
  slack.offer(team)
  await connectOn(page).click()
  const back = await page.getByRole('link', { name: 'Allow' }).getAttribute('href')
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: team.name }).waitFor()
  await page.goto(back ?? '')
  await page.getByText('Connecting Slack took too long, or was begun elsewhere. Start again.').waitFor()
  await page.getByRole('link', { name: 'Back to settings' }).click()
  await disconnect(page, team)
  await connectOn(page).waitFor()
  expect(person.faults).toEqual([])
})

test('a person links their Slack account by the link that the app sends, sees whose it is, and unlinks it', async () => {
  const team = { id: 'T3', name: 'Lake Books' }
  await using person = await visit({ at: SETTINGS })
  const { page } = person
  await connect(page, team)
  const bot = slack.botIn(team)
  if (!bot) throw new Error('The app was not installed')
  await slack.say(bot, { from: slack.newPerson({ real_name: 'Ada Ott' }), text: 'Hello' })
  await expect.poll(() => slack.sent.length).toBe(1)
  const [address = ''] = /http\S+/.exec(slack.sent[0]?.text ?? '') ?? []
  const { pathname, search } = new URL(address)
  await page.goto(pathname + search)
  await page.getByText('Ada Ott in Lake Books will be able to write to your personal assistant').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Link account' }).click()
  await toastOn(page, 'Ada Ott is linked. Write to the app in Slack.').waitFor()
  await page.getByText('Ada Ott', { exact: true }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Unlink: Slack' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await toastOn(page, 'Slack account unlinked').waitFor()
  await page.getByText('Ada Ott', { exact: true }).waitFor({ state: 'detached' })

  await page.goto(pathname + search)
  await page.getByRole('button', { name: 'Link account' }).click()
  await page.getByRole('alert').getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await page.getByText('write to the app in Slack to get a new link').waitFor()
  expect(await barriersOn(page)).toEqual([])

  // A visitor who is not signed in comes back to the link, and what it says is seen before anything is linked.
  await using newcomer = await visit({ as: null, at: pathname + search })
  await newcomer.page.getByRole('button', { name: 'Mia Member' }).click()
  await newcomer.page.getByText('Ada Ott in Lake Books will be able to write').waitFor()

  await page.goto('/settings/slack/link?token=x')
  await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
  const changed = (values: object) => {
    const [payload = ''] = (new URL(address).searchParams.get('token') ?? '').split('.')
    const link = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...values }
    return `/settings/slack/link?token=${Buffer.from(JSON.stringify(link)).toString('base64url')}.x`
  }
  await page.goto(changed({ expires_at: Date.now() - 1 }))
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await page.goto(changed({ organization_id: '00000000-0000-4000-8000-000000000000' }))
  await page.getByRole('heading', { name: 'This link is for another organization' }).waitFor()
  await page.getByText('isn’t a member of it').waitFor()
  await page.goto(SETTINGS)
  await disconnect(page, team)
})
