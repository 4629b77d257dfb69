import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

const flow = {
  steps: {
    keep: { type: 'set_state', name: 'Keep', values: { who: '{{input.name}}' }, next: 'say' },
    say: { type: 'message', name: 'Say', text: 'Hello {{state.who}}' },
  },
}

/** A workflow that a program has made and run once. */
async function ran(page: Page): Promise<{ workflow_id: string; run_id: string }> {
  return page.evaluate(async (flow) => {
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const whoami = await (await fetch('/api/init/whoami')).json()
    const base = `/api/organizations/${whoami.current_organization_id}/workflows`
    const workflow = await send(base, { name: 'Greet', flow, starting_step_id: 'keep' })
    const { run_id } = await send(`${base}/${workflow.id}/run`, { input: { name: 'Ann' } })
    return { workflow_id: workflow.id, run_id }
  }, flow)
}

test('an admin runs a workflow again, from a step on too, and finds what all of it used', async () => {
  await using person = await visit({ at: '/usage' })
  const { page } = person
  await page.getByText('Nothing was used in this time').waitFor()
  const { workflow_id, run_id } = await ran(page)

  await page.goto(`/logs?run=${run_id}`)
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.waitForURL((url) => url.searchParams.get('run') !== run_id)
  const second = new URL(page.url()).searchParams.get('run') ?? ''
  await page.getByText('Repeats').waitFor()
  await page.getByText('Completed', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: /^Say Message/ }).click()
  await page.getByRole('button', { name: 'Run from here' }).click()
  await page.waitForURL((url) => ![run_id, second].includes(url.searchParams.get('run') ?? ''))
  await page.getByRole('row').filter({ hasText: 'Keep' }).getByText('Taken over').waitFor()
  await page.getByRole('row').filter({ hasText: 'Say' }).getByText('Taken over').waitFor({ state: 'detached' })
  await page.getByText('Completed', { exact: true }).first().waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('link', { name: second }).click()
  await page.getByText('Repeated by').waitFor()

  await page.goto('/usage')
  const runs = page.locator('[data-wide]').getByText('Runs', { exact: true }).first().locator('..')
  await runs.getByText('3', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Workflow' }).click()
  await page.getByRole('row').filter({ hasText: 'Greet' }).getByText('100%').waitFor()
  await page.getByText('Show as a table').click()
  await page.getByRole('radio', { name: 'Today' }).click()
  await page.getByRole('row').filter({ hasText: 'Greet' }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain(`Greet,${workflow_id},3,0,0`)

  await page.getByRole('link', { name: 'Greet' }).click()
  await page.waitForURL((url) => url.pathname === '/logs' && url.searchParams.get('workflow') === workflow_id)
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Greet' }).count()).toBe(3)

  // Refused in words: the workflow is gone.
  await page.goto(`/logs?run=${run_id}`)
  await page.evaluate(async (id) => {
    const whoami = await (await fetch('/api/init/whoami')).json()
    await fetch(`/api/organizations/${whoami.current_organization_id}/workflows/${id}`, { method: 'DELETE' })
  }, workflow_id)
  await page.getByRole('button', { name: 'Run again' }).click()
  await toastOn(page, 'The workflow was deleted').waitFor()
})
