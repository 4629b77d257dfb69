import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { openVisit } from './browser.ts'
import { answerOn, newChat, send } from './chat.ts'
import { openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { journeys } from './visit.ts'

// A title is a run too.
const { server, browser, visit } = await journeys({ GENERATE_TITLES: 'false' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const find = (page: Page) => page.getByRole('searchbox', { name: 'Search, or paste an ID' })

async function answered(page: Page, question: string): Promise<void> {
  await newChat(page)
  await send(page, question)
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  expect(await answerOn(page)).not.toBe('')
}

test('an administrator sees an answer appear in the logs, opens it, looks into its data and compares it', async () => {
  await using person = await visit()
  const { page } = person
  const logs = await person.newPage()
  await logs.goto('/logs')
  await logs.getByText('No runs in this time').waitFor()

  // Two runs come in by themselves.
  await answered(page, 'count to 3')
  await rowOf(logs, 'count to 3').getByText('Completed').waitFor()
  await answered(page, 'count to 4')
  await rowOf(logs, 'count to 4').getByText('Completed').waitFor()
  await rowOf(logs, 'count to 4').getByText('Ally Chat').waitFor()

  // One of them, its call to the model and what that was sent.
  await rowOf(logs, 'count to 4').getByRole('link').click()
  await logs.waitForURL((url) => url.searchParams.has('run'))
  const run_id = new URL(logs.url()).searchParams.get('run') ?? ''
  await logs.getByRole('button', { name: /^Model call 1/ }).click()
  await logs.getByRole('searchbox', { name: 'Find in the data' }).fill('count to 4')
  await logs.locator('mark').first().waitFor()
  await logs.getByRole('radio', { name: 'Timeline' }).click()
  const [file] = await Promise.all([
    logs.waitForEvent('download'),
    logs.getByRole('link', { name: 'Export JSON' }).click(),
  ])
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    run_id,
    status: 'completed',
    steps_total: 1,
  })

  // The address leads a colleague to the same step.
  const colleague = await person.newPage()
  await colleague.goto(logs.url())
  await colleague.getByRole('button', { name: /^Model call 1/, pressed: true }).waitFor()

  // Found by its id in whatever time, and by words on the page.
  await logs.getByRole('link', { name: 'Back to all runs' }).click()
  await find(logs).fill(run_id)
  await rowOf(logs, 'count to 3').waitFor({ state: 'detached' })
  await rowOf(logs, 'count to 4').waitFor()
  await find(logs).fill('count to 3')
  await rowOf(logs, 'count to 4').waitFor({ state: 'detached' })
  await rowOf(logs, 'count to 3').waitFor()
  await find(logs).fill('')

  // Narrowed down, and taken away.
  await logs.getByRole('button', { name: 'Filters' }).click()
  await logs.getByRole('button', { name: 'Status' }).click()
  await logs.getByRole('checkbox', { name: 'Failed' }).click()
  await logs.getByText('No runs match').waitFor()
  await logs.keyboard.press('Escape')
  await logs.getByRole('button', { name: 'Clear filters' }).first().click()
  await rowOf(logs, 'count to 4').waitFor()
  await logs.getByRole('combobox', { name: 'Rows per page' }).click()
  await logs.getByRole('option', { name: '10', exact: true }).click()
  expect(await logs.evaluate(() => localStorage.getItem('svc:logs-page-size'))).toBe('10')
  const [csv] = await Promise.all([
    logs.waitForEvent('download'),
    logs.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect((await readFile(await csv.path(), 'utf8')).trim().split('\n').length).toBeGreaterThan(2)

  // Side by side.
  await rowOf(logs, 'count to 3').getByRole('checkbox').click()
  await rowOf(logs, 'count to 4').getByRole('checkbox').click()
  await logs.getByRole('link', { name: 'Compare' }).click()
  await logs.getByRole('button', { name: 'Different' }).click()
  await logs.locator('ins').first().waitFor()
  expect(person.faults).toEqual([])
})

test('a run that a program started is listed by its teammate and the private API', async () => {
  await using person = await visit()
  const { page } = person
  const api = page.context().request
  const { current_organization_id } = await (await api.get('/api/init/whoami')).json()
  const organization = `/api/organizations/${current_organization_id}`
  const { data: staff } = await (await api.get(`${organization}/staff`)).json()
  const robin = staff.find(({ name }: { name: string }) => name === 'Robin')
  const { private_api_key } = await (await api.get(`${organization}/api-keys/private`)).json()
  const answered = await api.post(`/api/private/employee/${robin.id}/messages`, {
    headers: { authorization: `Bearer ${private_api_key}` },
    data: { message: 'count to 2', channel: 'api' },
  })
  expect(answered.status()).toBe(200)
  await page.goto('/logs')
  await rowOf(page, 'Robin · Private API').getByRole('link').click()
  await page.getByRole('heading', { name: 'Robin · Private API' }).waitFor()
  expect(person.faults).toEqual([])
})

test('a member who follows a link to the logs is told whom to ask', async () => {
  await using person = await visit({ as: 'Mia Member', at: '/logs?run=01a2053b-cb81-7305-b027-c75a1d46c25b' })
  await person.page.getByText('For administrators').waitFor()
  expect(person.faults).toEqual([])
})

test('an administrator narrows the logs to what one contact asked', async () => {
  const site = await openCustomerSite(server.base_url)
  for (const [name, question, answer] of [
    ['Ada Bright', 'count to 5', '1 2 3 4 5'],
    ['Bo Calm', 'count to 6', '1 2 3 4 5 6'],
  ] as const) {
    await using visitor = await openVisit(browser, site.origin)
    await visitor.page.goto(site.page({ init: { contact: { external_id: name, first_name: name } } }))
    const chat = await openChat(visitor.page)
    await sendMessage(chat, question)
    await chat.locator('.answer').getByText(answer).waitFor()
  }
  await site.close()
  await using person = await visit({ at: '/logs' })
  const { page } = person
  await rowOf(page, 'count to 6').waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Contact' }).click()
  await page.getByRole('combobox', { name: 'Find a contact' }).fill('ada')
  await page.getByRole('option', { name: 'Ada Bright' }).click()
  await rowOf(page, 'count to 6').waitFor({ state: 'detached' })
  await rowOf(page, 'count to 5').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Contact' }).getByText('Ada Bright').waitFor()
  expect(person.faults).toEqual([])
})

/** A run of a new workflow, by its id. */
const startRun = (page: Page, workflow: object, how: object = {}): Promise<string> =>
  page.evaluate(
    async ([workflow, how]) => {
      const send = async (path: string, body: object = {}) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      }
      const whoami = await (await fetch('/api/init/whoami')).json()
      const base = `/api/organizations/${whoami.current_organization_id}/workflows`
      const { id } = await send(base, workflow)
      return (await send(`${base}/${id}/run`, how)).run_id
    },
    [workflow, how],
  )

test('an administrator sees what started a run, what was a test and tried again, and takes away what an ID found', async () => {
  await using person = await visit({ at: '/logs' })
  const { page } = person
  const flow = {
    steps: {
      keep: { type: 'message', name: 'Keep', text: 'Real', pinned: 'Kept', next: 'look' },
      look: { type: 'wait', name: 'Look', until: '{{input.never}}', retry: { times: 1, delay_seconds: 0 } },
    },
  }
  const run_id = await startRun(page, { name: 'Parcels', flow, starting_step_id: 'keep' }, { is_test: true })
  const row = rowOf(page, 'Parcels')
  await row.getByText('Failed').waitFor()
  await row.getByText('Test run').waitFor()
  await row.getByText('Organization · Alex Admin').waitFor()

  await find(page).fill(run_id)
  await rowOf(page, 'count to').first().waitFor({ state: 'detached' })
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const [, ...lines] = (await readFile(await csv.path(), 'utf8')).trim().split('\n')
  expect(lines).toEqual([expect.stringContaining(run_id)])

  await row.getByRole('link').click()
  await page.getByText('If you run it again, they’ll do the same.').waitFor()
  await page.getByText('Started by').waitFor()
  await page.getByText('It failed at the step “Look”.').waitFor()
  await rowOf(page, 'Keep').getByText('Pinned').waitFor()
  await rowOf(page, 'Look').getByText('2 tries').waitFor()
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])
})

test('an administrator stops a run that nobody answers, and is offered nothing for one that is not there', async () => {
  await using person = await visit({ at: '/logs' })
  const { page } = person
  const flow = { steps: { ask: { type: 'user_input', name: 'Ask', question: 'Shall it go on?' } } }
  const run_id = await startRun(page, { name: 'Waits', flow, starting_step_id: 'ask' })
  await page.goto(`/logs?run=${run_id}`)
  await page.getByText('Shall it go on?').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Run again' }).waitFor()
  await page.getByText('Stopped', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0)

  await page.goto(`/logs?run=${run_id.slice(0, -12)}000000000000`)
  await page.getByText('Run not found').waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Back to all runs' }).count()).toBe(2)
  expect(await page.getByRole('link', { name: 'Export JSON' }).count()).toBe(0)
  await page.goto('/logs?q=11111111-1111-1111-1111-111111111111')
  await page.getByText('No run or conversation has this ID.').waitFor()
})
