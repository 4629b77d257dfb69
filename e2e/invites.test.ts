import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startSmtpDouble } from '../server/src/testing/doubles/mail/smtp-double.ts'
import { barriersOn } from './axe.ts'
import { openVisit, signInAs } from './browser.ts'
import { dataOfFirstStart } from './first-start.ts'
import { startRealServer } from './server.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const smtp = await startSmtpDouble()
const { browser, visit } = await journeys({ ...smtp.env, MAIL_RETRY_DELAY: '0' })
afterAll(() => smtp[Symbol.asyncDispose]())

const OUTSIDER = 'outsider@alongside.test'

const inviteRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Invites' }).getByRole('row').filter({ hasText: name }).first()

async function openDialog(page: Page) {
  await page.goto('/staff/people')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  return page.getByRole('dialog')
}

async function inviteByMail(page: Page, addresses: string) {
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(addresses)
  await dialog.getByRole('button', { name: 'Send invites' }).click()
  return dialog
}

async function createLink(page: Page): Promise<string> {
  const dialog = await openDialog(page)
  await dialog.getByRole('radio', { name: 'By link' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByText(/\/invite\//).textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return link ?? ''
}

async function choose(page: Page, name: string, action: string) {
  await inviteRow(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The link in the mail that this address was sent last. */
async function mailedLink(address: string): Promise<string> {
  await expect.poll(() => smtp.to(address).length).toBeGreaterThan(0)
  return (
    smtp
      .to(address)
      .at(-1)
      ?.mail.text?.match(/http:\S+\/invite\/\S+/)?.[0] ?? ''
  )
}

test('an invite asks what its people may see, and warns as long as that is nothing', async () => {
  await using alex = await visit()
  const { page } = alex
  const { current_organization_id } = await (await page.request.get('/api/init/whoami')).json()
  const organization = `/api/organizations/${current_organization_id}`
  const dialog = await openDialog(page)
  await dialog.getByRole('radio', { name: 'By link' }).click()
  const groups = dialog.getByRole('group', { name: /^(Access groups|Teammates they can see)$/ })
  await groups.getByRole('checkbox').first().waitFor()
  const warning = dialog.getByText('Without access they see no teammates')
  await warning.waitFor()
  await groups.getByRole('checkbox').first().click()
  expect(await warning.count()).toBe(0)
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText(/\/invite\//).waitFor()
  const { data } = await (await page.request.get(`${organization}/invites`)).json()
  expect(data[0].access_group_ids).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(alex.faults).toEqual([])
})

test('many are invited by mail at once, those who cannot be are named, and the mail’s link lets its reader in', async () => {
  await using alex = await visit()
  const { page } = alex
  const dialog = await inviteByMail(page, `Otis <${OUTSIDER}>, ann@invited.test; member@alongside.test, @nobody`)
  await toastOn(page, '2 people were invited').waitFor()
  await dialog.getByText('member@alongside.test: already in the organization').waitFor()
  await dialog.getByText('@nobody: not an email address').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await inviteRow(page, OUTSIDER).getByText('Pending').waitFor()

  await using other = await visit({ as: 'Otis Outsider', at: await mailedLink('ann@invited.test') })
  await other.page.getByText('This invite is for another email address.').waitFor()
  await other.page.goto(await mailedLink(OUTSIDER))
  await other.page.getByText(/Alex Admin invited you to work in My Organization as a member/).waitFor()
  await other.page.getByRole('button', { name: 'Accept invite' }).click()
  await other.page.waitForURL(/\/chat\/|\/$/)
  await other.page.goto('/staff/people')
  await other.page.getByText('admin@alongside.test').waitFor()
  // Nothing was given to see, which is shown wherever it is missing, with whom to ask.
  for (const path of ['/contacts', '/inbox', '/staff', '/'])
    await other.page.goto(path).then(() => other.page.getByText(/Ask Alex Admin.* to add you to one/).waitFor())

  await inviteRow(page, OUTSIDER).getByText('Accepted').waitFor()
  await page.getByRole('region', { name: 'People' }).getByText(OUTSIDER).waitFor()
  expect(await inviteRow(page, OUTSIDER).getByRole('button').count()).toBe(0)
  expect([...alex.faults, ...other.faults]).toEqual([])
})

test('a person who was removed comes back by a new link', async () => {
  await using alex = await visit()
  await using other = await visit({ as: 'Otis Outsider' })
  const { page } = alex
  const known = await createLink(page)
  const accepted = await other.page.context().request.get(`/api/invites/${known.split('/').at(-1)}/accept`)
  expect(accepted.status()).toBe(200)
  await page.goto('/staff/people')
  await page.getByRole('button', { name: 'Remove Otis Outsider' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove Otis Outsider' }).waitFor({ state: 'detached' })
  const link = await createLink(page)

  await other.page.goto(link)
  await other.page.getByRole('button', { name: 'Accept invite' }).click()
  await other.page.waitForURL((url) => !url.pathname.startsWith('/invite/'))
  await page.getByRole('button', { name: 'Remove Otis Outsider' }).waitFor()
  expect([...alex.faults, ...other.faults]).toEqual([])
})

test('a person who is not signed in, or as someone else, is led to the sign-in with the invite', async () => {
  await using alex = await visit()
  await (await inviteByMail(alex.page, 'eve@invited.test')).waitFor({ state: 'detached' })
  const link = await mailedLink('eve@invited.test')
  const code = link.split('/').at(-1)
  const stateOn = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('state') ?? '{}')

  await using signedOut = await visit({ as: null, at: link })
  await signedOut.page.getByRole('link', { name: 'Sign in to accept' }).click()
  await signedOut.page.waitForURL(/\/login/)
  expect(stateOn(signedOut.page)).toEqual({ inviteCode: code })
  await signedOut.page.getByRole('button', { name: 'Otis Outsider' }).click()
  await signedOut.page.getByText('This invite is for another email address.').waitFor()
  expect(new URL(signedOut.page.url()).pathname).toBe(`/invite/${code}`)

  await using mia = await visit({ as: null })
  await signInAs(mia.page, 'Mia Member')
  await mia.page.goto(link)
  await mia.page.getByText('You’re signed in as member@alongside.test.').waitFor()
  expect(await mia.page.getByRole('button', { name: 'Accept invite' }).count()).toBe(0)
  await mia.page.getByRole('button', { name: 'Use another account' }).click()
  await mia.page.waitForURL(/\/login/)
  expect(stateOn(mia.page)).toEqual({ inviteCode: code })
  await mia.page.getByRole('button', { name: 'Alex Admin' }).waitFor()
  expect([...alex.faults, ...signedOut.faults, ...mia.faults]).toEqual([])
})

test('a mail that failed is seen at once, and sent again on request', async () => {
  await using alex = await visit()
  const { page } = alex
  smtp.first(550)
  await (await inviteByMail(page, 'wrong@invited.test')).waitFor({ state: 'detached' })
  const failed = inviteRow(page, 'wrong@invited.test').getByText('Not sent: the address was refused')
  await failed.waitFor()
  expect(smtp.to('wrong@invited.test')).toEqual([])
  await choose(page, 'wrong@invited.test', 'Resend')
  await failed.waitFor({ state: 'detached' })
  await mailedLink('wrong@invited.test')
  await inviteRow(page, 'wrong@invited.test').getByText('Invited by Alex Admin').waitFor()
  expect(alex.faults).toEqual([])
})

test('a person who reads Russian invites in Russian', async () => {
  await using alex = await visit({ language: 'ru', at: '/staff/people' })
  const { page } = alex
  await page.getByRole('button', { name: 'Пригласить', exact: true }).click()
  await page.getByRole('textbox', { name: 'Адреса эл. почты' }).fill('vera@invited.test')
  await page.getByRole('button', { name: 'Отправить приглашения' }).click()
  await mailedLink('vera@invited.test')
  expect(smtp.to('vera@invited.test')[0]?.mail.subject).toBe('Alex Admin приглашает вас в «My Organization»')
  expect(alex.faults).toEqual([])
})

test('a link is known from others by its end and copied from the list; once cancelled it says so to anyone who opens it', async () => {
  await using alex = await visit()
  const { page } = alex
  const link = await createLink(page)
  await createLink(page)
  const name = `Invite link …${link.slice(-6)}`
  await choose(page, name, 'Copy invite link')
  await toastOn(page, 'Link copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await using reader = await visit({ as: 'Mia Member', at: link })
  await reader.page.getByRole('button', { name: 'Accept invite' }).waitFor()
  await choose(page, name, 'Cancel')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel invite' }).click()
  await inviteRow(page, name).getByText('Canceled').waitFor()
  await reader.page.getByRole('button', { name: 'Accept invite' }).click()
  await reader.page.getByRole('heading', { name: 'This invite was canceled' }).waitFor()
  await reader.page.goto('/invite/nothing')
  await reader.page.getByRole('heading', { name: 'There is no such invite' }).waitFor()
  expect([...alex.faults, ...reader.faults]).toEqual([])
})

test('members see people, and neither invites nor a way to invite', async () => {
  await using mia = await visit({ as: 'Mia Member', at: '/staff/people' })
  await mia.page.getByText('admin@alongside.test').waitFor()
  expect(await mia.page.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0)
  expect(await mia.page.getByRole('region', { name: 'Invites' }).count()).toBe(0)
  expect(mia.faults).toEqual([])
})

test('where the server sends no mail, the dialog says so and offers a link', async () => {
  await using server = await startRealServer({}, { seed: await dataOfFirstStart() })
  await using alex = await openVisit(browser, server.base_url)
  await signInAs(alex.page, 'Alex Admin')
  const dialog = await openDialog(alex.page)
  await dialog.getByRole('radio', { name: 'By email' }).click()
  await dialog.getByText(/This server can’t send email yet/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Send invites' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Create a link instead' }).click()
  await dialog.getByRole('spinbutton', { name: /How many people/ }).fill('3')
  await dialog.getByRole('radio', { name: 'Administrator' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('3 people can join with it within 14 days.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await inviteRow(alex.page, 'Invite link').getByText('0 of 3 joined').waitFor()
  expect(alex.faults).toEqual([])
})
