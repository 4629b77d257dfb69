import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { barriersOn } from './axe.ts'
import { openVisit } from './browser.ts'
import { answerOn, newChat, send } from './chat.ts'
import { openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { AGAIN } from './send-again.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { server, browser, visit } = await journeys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

const questionOn = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Question' })

/** A workflow that asks for a size and says it back. */
async function createAsking(name: string): Promise<string> {
  const ask = { type: 'user_input', name: 'Ask', question: 'Which size?', kind: 'choice', choices: ['Small', 'Large'] }
  const steps = { ask: { ...ask, next: 'say' }, say: { type: 'message', name: 'Say', text: 'Noted: {{output.ask}}' } }
  const data = { name, flow: { steps }, starting_step_id: 'ask' }
  const made = await site.api.post(`${site.organization}/workflows`, { data })
  return z.object({ id: z.string() }).parse(await made.json()).id
}

test('a person is asked before a teammate uses a tool: refused with a note, then approved', async () => {
  await using person = await visit()
  const { page } = person
  const address = site.page()
  await page.goto(`/staff/ai/${site.employee_id}?tab=tools`)
  await page.getByRole('button', { name: /^Call APIs/ }).click()
  await page.getByRole('group', { name: 'Web requests' }).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await toastOn(page, 'Saved').waitFor()

  await page.goto(`/chat/${site.employee_id}`)
  await newChat(page)
  await send(page, `fetch ${address}`)
  await questionOn(page).getByText('Allow “Web request”?').waitFor()
  await page.getByRole('status').getByText('Allow “Web request”?').waitFor()
  await questionOn(page).getByText(address).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.reload()
  await questionOn(page).getByLabel('Note (optional)').fill('Not today')
  await questionOn(page).getByRole('button', { name: 'Refuse' }).click()
  await questionOn(page).waitFor({ state: 'detached' })
  await expect.poll(() => answerOn(page)).toContain('Not today')

  await send(page, `fetch ${address}`)
  await questionOn(page).getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => answerOn(page)).toContain('Fresh bread every day')
  expect(person.faults).toEqual([])
})

test('what a workflow asks is answered on the run’s page, or by the person who has the link', async () => {
  await using person = await visit()
  const { page, context } = person
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await createAsking('Sizes')
  const start = async () => {
    const started = await site.api.post(`${site.organization}/workflows/${id}/run`, { data: { input: {} } })
    return Object.values(await started.json()).find((value) => /^[0-9a-f-]{36}$/.test(String(value)))
  }
  await page.goto(`/logs?run=${await start()}`)
  const asked = page.getByRole('region', { name: 'Waiting for an answer' })
  await asked.getByText('Which size?').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await asked.getByRole('button', { name: 'Large' }).click()
  await asked.waitFor({ state: 'detached' })
  await page.getByText('Completed').first().waitFor()

  await page.goto(`/logs?run=${await start()}`)
  await asked.getByRole('button', { name: 'Copy the link to the question' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain(`${server.base_url}/answer/`)
  const link = await copied()
  await using guest = await visit({ as: null, at: link })
  await guest.page.getByRole('heading', { name: 'Which size?' }).waitFor()
  expect(await barriersOn(guest.page)).toEqual([])
  await guest.page.getByRole('button', { name: 'Small' }).click()
  await guest.page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await asked.waitFor({ state: 'detached' })
  await guest.page.goto(link)
  await guest.page.getByRole('heading', { name: 'Already answered' }).waitFor()
  await guest.page.goto(`${link}x`)
  await guest.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  expect(person.faults).toEqual([])
})

test('an answer that overtakes the first read of the run’s page shows there', async () => {
  await using person = await visit()
  const { page } = person
  const id = await createAsking('Overtaken')
  const started = await site.api.post(`${site.organization}/workflows/${id}/run`, { data: { input: {} } })
  const { run_id } = z.object({ run_id: z.string() }).parse(await started.json())
  const other = await person.newPage()
  await other.goto(`/logs?run=${run_id}`)
  const asked = other.getByRole('region', { name: 'Waiting for an answer' })
  await asked.waitFor()

  await page.goto('/logs')
  const row = page.getByRole('row').filter({ hasText: 'Overtaken' })
  await row.getByText('Waiting').waitFor()
  const read = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(`**/runs/${run_id}`, async (route) => {
    const response = await route.fetch(AGAIN)
    read.resolve()
    await answered.promise
    await route.fulfill({ response })
  })
  await row.getByRole('link').click()
  await read.promise
  await asked.getByRole('button', { name: 'Small' }).click()
  await other.getByText('Completed', { exact: true }).waitFor()
  answered.resolve()
  await page.getByRole('heading', { name: 'Overtaken' }).waitFor()
  await page.getByText('Completed', { exact: true }).first().waitFor()
  expect(person.faults).toEqual([])
})

test('an admin gives a teammate a workflow, and the teammate asks with it in the chat', async () => {
  await createAsking('Ask color')
  await using person = await visit({ at: `/staff/ai/${site.employee_id}?tab=tools` })
  const { page } = person
  await page.getByRole('switch', { name: 'Ask color' }).click()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await toastOn(page, 'Saved').waitFor()
  await page.reload()
  await page.getByRole('switch', { name: 'Ask color', checked: true }).waitFor()

  await page.goto(`/chat/${site.employee_id}`)
  await newChat(page)
  await send(page, 'call workflow.ask_color {}')
  await questionOn(page).getByRole('button', { name: 'Large' }).click()
  await expect.poll(() => answerOn(page)).toContain('Noted: Large')
  expect(person.faults).toEqual([])
})

test('a visitor answers what the teammate asks in the chat of the widget', async () => {
  const workflow = await createAsking('Ask size')
  const own = `${site.organization}/employees/${site.employee_id}`
  expect((await site.api.put(own, { data: { workflow_ids: [workflow] } })).ok()).toBe(true)
  await using visitor = await openVisit(browser, site.origin)
  const accepted = Promise.withResolvers<void>()
  await visitor.page.route(/webchat\/messages/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch(AGAIN)
    await accepted.promise
    await route.fulfill({ response })
  })
  await visitor.page.goto(site.page())
  const chat = await openChat(visitor.page)
  await sendMessage(chat, 'call workflow.ask_size {}')
  await chat.getByRole('button', { name: 'Large' }).waitFor()
  // What was pushed stays, though the message is confirmed only now.
  accepted.resolve()
  await chat.locator('.outgoing').waitFor({ state: 'detached' })
  // Nothing is being written while the teammate waits: the whole question is shown and read out.
  await expect.poll(() => chat.locator('[aria-live=polite]').textContent()).toContain('Which size?')
  expect(await chat.locator('[aria-busy=true]').count()).toBe(0)
  await chat.getByRole('button', { name: 'Large' }).click()
  await expect.poll(() => chat.locator('.answer').last().textContent()).toContain('Noted: Large')
  await chat.getByRole('button', { name: 'Large' }).waitFor({ state: 'detached' })
  expect(visitor.faults).toEqual([])
})
