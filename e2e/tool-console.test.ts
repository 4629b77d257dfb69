import { expect, test } from 'vitest'
import { z } from 'zod'
import { answered, startToolServer } from '../server/src/testing/doubles/tool-server.ts'
import { barriersOn } from './axe.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

const WhoAmI = z.object({ current_organization_id: z.string() })
const Created = z.object({ id: z.string() })
const Teammates = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })

test('a tool of a teammate is tried by hand, with a form, and its run is in the logs', async () => {
  await using person = await visit({ at: '/staff' })
  const { page } = person
  await page.getByRole('link', { name: /^Robin/ }).click()
  await page.getByRole('navigation', { name: 'Teammate sections' }).getByRole('link', { name: 'Tools' }).click()
  await page.getByRole('button', { name: 'Try a tool' }).click()
  const dialog = page.getByRole('dialog', { name: 'Try a tool' })
  await dialog.getByRole('button', { name: 'Tool' }).click()
  await page.getByRole('option', { name: /storage\.read_file/ }).click()
  await dialog.getByRole('textbox', { name: /^Path/ }).fill('Nowhere.md')
  await dialog.getByRole('button', { name: 'Run' }).click()
  await dialog.getByText('Failed').waitFor()
  await dialog.getByText(/not found/).waitFor()

  // What does not fit is shown beside its field.
  const path = dialog.getByRole('textbox', { name: /^Path/ })
  await path.fill('')
  await dialog.getByRole('textbox', { name: 'limit' }).fill('seven')
  await dialog.getByRole('button', { name: 'Run' }).click()
  await dialog.getByText('Fill this in.').waitFor()
  await dialog.getByText('This is not a number.').waitFor()
  await expect.poll(() => path.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await barriersOn(page)).toEqual([])
  // Nothing that was typed is lost on the way to JSON.
  await path.fill('Nowhere.md')
  await dialog.getByRole('radio', { name: 'JSON' }).click()
  expect(await dialog.getByRole('textbox', { name: 'limit' }).inputValue()).toBe('seven')

  await dialog.getByRole('button', { name: 'Tool' }).click()
  await page.getByRole('option', { name: /storage\.list/ }).click()
  await dialog.getByRole('radio', { name: 'JSON' }).click()
  const input = dialog.getByRole('textbox', { name: 'Input' })
  await input.fill('[')
  await dialog.getByRole('button', { name: 'Run' }).click()
  await dialog.getByText('This is not JSON.').waitFor()
  await input.fill('{}')
  await dialog.getByRole('button', { name: 'Run' }).click()
  await dialog.getByText('Completed').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Open the run' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/logs')
  await page.getByText('storage.list').first().waitFor()
  expect(person.faults).toEqual([])
})

test('a call that takes long is waited for, and is stopped by the person who does not want to wait', async () => {
  const calls: PromiseWithResolvers<void>[] = []
  const slow = async () => {
    const call = Promise.withResolvers<void>()
    calls.push(call)
    await call.promise
    return answered('At last.')
  }
  await using server = await startToolServer({ tools: [{ name: 'slow', description: 'Takes its time.', call: slow }] })
  await using person = await visit()
  const { page, context } = person
  const api = context.request
  const { current_organization_id } = WhoAmI.parse(await (await api.get('/api/init/whoami')).json())
  const base = `/api/organizations/${current_organization_id}`
  const { data } = Teammates.parse(await (await api.get(`${base}/employees`)).json())
  const employee_id = data.find(({ name }) => name === 'Robin')?.id
  const connector = { type: 'simple', name: 'CRM', url: server.url }
  const { id: mcp_id } = Created.parse(await (await api.post(`${base}/mcps`, { data: connector })).json())
  await api.post(`${base}/mcps/employee/${employee_id}`, { data: { mcp_id } })
  await api.post(`${base}/mcps/test`, { data: { mcp_id, employee_id } })

  // The page's clock for what is usually waited for goes forward by hand.
  await page.addInitScript(() => {
    const clocks: { ms: number; clock: AbortController }[] = []
    AbortSignal.timeout = (ms) => {
      const clock = new AbortController()
      clocks.push({ ms, clock })
      return clock.signal
    }
    Object.assign(globalThis, {
      pass: (passed: number) => {
        for (const { ms, clock } of clocks) if (ms <= passed) clock.abort(new DOMException('', 'TimeoutError'))
      },
    })
  })
  await page.goto(`/staff/ai/${employee_id}?tab=tools`)
  await page.getByRole('button', { name: 'Try a tool' }).click()
  const dialog = page.getByRole('dialog', { name: 'Try a tool' })
  await dialog.getByRole('button', { name: 'Tool' }).click()
  await page.getByRole('option', { name: /crm__slow/ }).click()
  const run = dialog.getByRole('button', { name: 'Run' })
  await run.click()
  await expect.poll(() => calls.length).toBe(1)
  await page.evaluate('pass(120_000)')
  calls[0]?.resolve()
  await dialog.getByText('At last.').waitFor()
  await dialog.getByText('Completed').waitFor()

  await run.click()
  await expect.poll(() => calls.length).toBe(2)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await dialog.getByText('The call was stopped.').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await run.click()
  await expect.poll(() => calls.length).toBe(3)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // Their runs were stopped, though nothing has answered them.
  await page.goto('/logs?channel=console')
  await expect.poll(() => page.locator('tbody').getByText('Stopped').count()).toBe(2)
  for (const call of calls) call.resolve()
  expect(person.faults).toEqual([])
})
