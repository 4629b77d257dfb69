import { expect, test } from 'vitest'
import type { RunDetail } from '#contracts/logged-runs.ts'
import { dropOldPayloads } from '#features/runs/jobs.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'

const app = await ownTestApp({ env: { RUN_PAYLOAD_RETENTION_DAYS: '30' } })

const text = { kind: 'text', question: 'Which?' }

test('a run that waits longer than payloads are kept continues with all it had; its log is kept from its end', async () => {
  const { admin, create, path, ...given } = await givenWorkflows(app)
  const waiting = await create({
    make: { type: 'run_code', code: `createFile('report.csv', 'a,b\\n1,2\\n')`, next: 'note' },
    note: { type: 'set_state', values: { CRM: '{{input.crm}}' }, next: 'ask' },
    ask: { type: 'user_input', ...text, next: 'say' },
    say: { type: 'message', text: '{{state.CRM}} {{output.ask}}' },
  })
  const short = await create({ say: { type: 'set_state', values: { CRM: 'Old' } } })
  expect([waiting.problems, short.problems]).toEqual([[], []])
  const start = async (id: string) => {
    const { body } = await given.client.post(`${path}/${id}/run`, { input: { crm: 'Zoho' } })
    return body.run_id as string
  }
  const [run, ended] = [await start(waiting.id), await start(short.id)]
  let client = given.client
  const shown = async (id: string): Promise<RunDetail> => (await client.get(`${path}/runs/${id}`)).body
  const statusOf = async (id: string) => (await shown(id)).status
  const foundBy = async (crm: string) => (await client.get(`${path}/runs?state[CRM]=${crm}`)).body.total
  await expect.poll(() => statusOf(run)).toBe('suspended')
  await expect.poll(() => statusOf(ended)).toBe('completed')

  const later = async (days: number) => {
    app.clock.advance(days * 86_400_000)
    await app.runJob(dropOldPayloads)
    // Sessions are over by then.
    client = await app.as(admin)
  }
  await later(40)
  expect(await shown(ended)).toMatchObject({ input: null, flow: null })
  expect(await foundBy('Old')).toBe(0)
  expect(await shown(run)).toMatchObject({ input: { crm: 'Zoho' }, payloads_removed_at: null })
  expect((await client.post(`${path}/runs/${run}/resume`, { value: 'today' })).status).toBe(200)
  await expect.poll(() => statusOf(run)).toBe('completed')

  await later(29)
  const kept = await shown(run)
  expect(kept).toMatchObject({ files: [{ name: 'report.csv' }], payloads_removed_at: null })
  expect(kept.steps.at(-1)?.output).toBe('Zoho today')
  expect(await foundBy('Zoho')).toBe(1)
  await later(2)
  const gone = await shown(run)
  expect(gone).toMatchObject({ input: null, files: [] })
  expect(Date.parse(gone.payloads_removed_at ?? '') - Date.parse(gone.completed_at ?? '')).toBe(30 * 86_400_000)
  expect(await foundBy('Zoho')).toBe(0)
})
