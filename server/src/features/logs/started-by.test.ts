import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ListedRun, RunDetail } from '#contracts/logged-runs.ts'
import { runs } from '#features/runs/table.ts'
import { fireDueTriggers } from '#features/triggers/jobs.ts'
import { workflowTriggers } from '#features/triggers/table.ts'
import { testApp } from '#testing/app.ts'
import { givenTriggers } from '#testing/runs/triggers.ts'

const app = await testApp()

type Given = Awaited<ReturnType<typeof givenTriggers>>

const shownBy = ({ client, path }: Given) => ({
  listed: async (run_id: string): Promise<ListedRun> => {
    const { body } = await client.get(`${path}/runs?exclude=flow,state&run_id=${run_id}`)
    return body.data[0]
  },
  shown: async (run_id: string): Promise<RunDetail> => (await client.get(`${path}/runs/${run_id}`)).body,
})

test('the log says of each run what started it: a person, a schedule, a webhook, a program, a tool or another run', async () => {
  const given = await givenTriggers(app)
  const { client, path, workflow, add, at, open, admin, private_key, organization } = given
  const { listed, shown } = shownBy(given)
  const by = async (run_id: string) => {
    const run = await listed(run_id)
    expect((await shown(run_id)).started_by).toEqual(run.started_by)
    return run.started_by
  }
  const byHand = (await client.post(`${path}/${workflow.id}/run`, {})).body.run_id
  expect(await by(byHand)).toEqual({ kind: 'person', name: admin.name })
  const program = await app.withKey(private_key).post(`/api/private/trigger/${workflow.id}`, {})
  expect(await by(program.body.data.runId)).toEqual({ kind: 'private_api', name: null })
  const webhook = await add({ type: 'public' })
  const called = (await app.anyone.post(open, {})).body.data.runId
  expect(await by(called)).toEqual({ kind: 'webhook_trigger', name: null })
  await given.ended(3)
  const again = (await client.post(`${path}/runs/${called}/rerun`, {})).body.run_id
  expect(await by(again)).toEqual({ kind: 'person', name: admin.name })
  await client.delete(`${at}/${webhook.id}`)
  expect(await by(called)).toEqual({ kind: 'trigger', name: null })

  const { id } = await add({ type: 'schedule', cron: '0 0 1 1 *' })
  await app.ctx.db
    .update(workflowTriggers)
    .set({ next_at: new Date(Date.now() - 1000) })
    .where(eq(workflowTriggers.id, id))
  await app.runJob(fireDueTriggers)
  const [scheduled] = await app.ctx.db.select().from(runs).where(eq(runs.trigger_id, id))
  expect(await by(scheduled?.id ?? '')).toEqual({ kind: 'schedule', name: null })

  const inserted = async (values: Partial<typeof runs.$inferInsert>) => {
    const [row] = await app.ctx.db
      .insert(runs)
      .values({ organization_id: organization.id, ...values })
      .returning()
    return by(row?.id ?? '')
  }
  const user_id = admin.id
  expect(await inserted({ user_id, channel: 'mcp' })).toEqual({ kind: 'hosted_tools', name: admin.name })
  expect(await inserted({ user_id, channel: 'console' })).toEqual({ kind: 'console', name: admin.name })
  expect(await inserted({ user_id, parent_run_id: byHand })).toMatchObject({ kind: 'run' })
  expect(await inserted({ conversation_id: byHand, channel: 'web_chat' })).toBeNull()
  const csv = (await client.get(`${path}/runs.csv?run_id=${called}`)).body
  expect(csv.split('\n')[1]).toContain('trigger')
})

test('a test run is shown as one, with all that is executed of it at once or step by step, and so is its repetition', async () => {
  const given = await givenTriggers(app, { say: { type: 'message', text: 'real', pinned: 'pinned' } })
  const { client, path, workflow } = given
  const { listed, shown } = shownBy(given)
  const run = async (is_test: boolean) => {
    const { body } = await client.post(`${path}/${workflow.id}/run`, { is_test })
    await expect.poll(async () => (await shown(body.run_id)).status).toBe('completed')
    return body.run_id as string
  }
  const [tried, real] = [await run(true), await run(false)]
  expect([(await listed(tried)).is_test, (await listed(real)).is_test]).toEqual([true, false])
  const { body } = await client.post(`${path}/runs/${tried}/rerun`, {})
  await expect.poll(async () => (await shown(body.run_id)).status).toBe('completed')
  expect(await shown(body.run_id)).toMatchObject({
    is_test: true,
    steps: [{ output: 'pinned', additional_data: { pinned: true } }],
  })
})
