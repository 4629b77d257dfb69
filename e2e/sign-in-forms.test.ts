import { afterAll, expect, test } from 'vitest'
import { startDirectoryDouble } from '../server/src/testing/doubles/directory/directory-double.ts'
import { directoryPerson, directorySettings } from '../server/src/testing/doubles/directory/people.ts'
import { barriersOn } from './axe.ts'
import { phone } from './browser.ts'
import { quiet } from './quiet.ts'
import { processJourneys } from './visit.ts'

const ann = directoryPerson('ann')
const directory = await startDirectoryDouble([ann])
afterAll(() => directory.close())
const { visit } = await processJourneys(
  {
    NODE_ENV: 'production',
    ENCRYPTION_KEY: 'ab'.repeat(32),
    SESSION_SECRET: 'cd'.repeat(32),
    ONE_ORGANIZATION_MODE: 'true',
    ...directorySettings(directory.plain),
    // Longer than a busy machine may stand still, or a directory that is well would be too late.
    LDAP_TIMEOUT: '5',
    // Nobody is sent there: a form beside it starts nothing by itself.
    AUTH_SERVER_ISSUER: 'https://id.company.test',
    AUTH_SERVER_CLIENT_ID: 'alongside',
    AUTH_SERVER_PROVIDERS: JSON.stringify([{ id: 'form', type: 'credentials', label: 'Company password' }]),
  },
  { isSeeded: false },
)

test('a directory lets its people in by its form, and who belongs to no organization reads so and logs out', async () => {
  await using person = await visit({ as: null, viewport: phone, theme: 'dark', at: '/settings' })
  const { page } = person
  const form = page.getByRole('form', { name: 'Company account' })
  const enter = async (password: string) => {
    await form.getByLabel('Username').fill(ann.uid)
    await form.getByLabel('Password').fill(password)
    await form.getByRole('button', { name: 'Login' }).click()
  }
  await enter('wrong')
  await form.getByText('Invalid username or password.').waitFor()
  directory.be('silent')
  const late = page.waitForResponse((response) => response.url().endsWith('/api/auth/ldap-single'))
  await enter(ann.password)
  expect((await late).status()).toBe(504)
  await form.getByText('Invalid username or password.').waitFor()
  directory.be('well')
  await enter(ann.password)
  await page.getByRole('heading', { name: 'You are not part of an organization' }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Log out' }).click()
  await form.waitFor()
  expect(person.faults).toEqual([])
})

test('a password form that is only announced says so, and sends nothing anywhere', async () => {
  await using person = await visit({ as: null, at: '/login' })
  const { page } = person
  const form = page.getByRole('form', { name: 'Company password' })
  await form.getByLabel('Email').fill('ann@company.test')
  await form.getByLabel('Password').fill('secret')
  // What belongs to the page itself has come.
  await quiet(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await form.getByRole('button', { name: 'Login' }).click()
  await form.getByText('Password sign-in is not available yet.').waitFor()
  expect(sent).toEqual([])
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])
})
