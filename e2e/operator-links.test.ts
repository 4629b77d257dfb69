import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { journeys } from './visit.ts'

const production = { NODE_ENV: 'production', ENCRYPTION_KEY: 'ab'.repeat(32), SESSION_SECRET: 'cd'.repeat(32) }
const { server, visit } = await journeys(production, { isSeeded: false })

const setupLink = async () => {
  const link = () => server.log().match(/http\S+\/setup\/\S+/)?.[0]
  await expect.poll(link).toBeTruthy()
  return link() ?? ''
}

test('whoever has a fresh server reads how to begin in its log, and works in their organization a form later', async () => {
  await using person = await visit({ as: null })
  const { page } = person
  await page.goto('/')
  await page.getByText('No sign-in method is set up yet').waitFor()
  const link = await setupLink()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Set up Alongside' }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByLabel('Your name').fill('Olga Owner')
  await page.getByLabel('Your email').fill('olga@company.test')
  await page.getByLabel('Organization').fill('Company')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/setup'))
  await page.goto('/settings/organization')
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Company')

  await using late = await visit({ as: null })
  await late.page.goto(link)
  await late.page.getByRole('heading', { name: 'This link doesn’t work any more' }).waitFor()
  expect([...person.faults, ...late.faults]).toEqual([])
})
