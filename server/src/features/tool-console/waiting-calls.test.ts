import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runLeases } from '#features/runs/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { runOf } from '#testing/chats/private-chat.ts'
import { flowOf } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

/** An admin has tried a workflow that waits for an answer, and would then do something outside. */
async function givenWaiting() {
  const people = await app.given.organization()
  const { organization, admin } = people
  const owner = await app.as(people.owner)
  const base = `/api/organizations/${organization.id}`
  const teammate = await app.given.teammate(organization, { name: 'Ada' })
  let effects = 0
  const effect = await serve((_request, response) => {
    effects++
    response.end()
  })
  const { body: flow } = await owner.post(`${base}/workflows`, {
    name: 'Order',
    ...flowOf({
      ask: { type: 'user_input', question: 'Really?', next: 'tell' },
      tell: { type: 'http_request', method: 'POST', url: effect.url },
    }),
  })
  await owner.put(`${base}/employees/${teammate.id}`, { name: 'Ada', workflow_ids: [flow.id] })
  const tried = await (await app.as(admin)).post(`${base}/employees/${teammate.id}/tools/call`, {
    tool: 'workflow.order',
  })
  const { run_id } = tried.body
  return {
    ...people,
    base,
    teammate,
    client: owner,
    tried,
    effects: () => effects,
    answer: () => owner.post(`${base}/workflows/runs/${run_id}/resume`, { value: 'yes' }),
    status: async () => (await runOf(app, run_id)).status,
    leases: () => app.ctx.db.select().from(runLeases).where(eq(runLeases.run_id, run_id)),
  }
}

type Given = Awaited<ReturnType<typeof givenWaiting>>

const losses: Record<string, (given: Given) => Promise<unknown>> = {
  'its person leaves the organization': ({ client, base, admin }) => client.delete(`${base}/users/${admin.id}`),
  'its person may not change the teammate any more': ({ client, base, admin }) =>
    client.put(`${base}/users/${admin.id}/role`, { role: 'member' }),
}

test.each(Object.keys(losses))('a call that waits does nothing more when it is answered after %s', async (name) => {
  const given = await givenWaiting()
  expect(given.tried.body).toMatchObject({ status: 'suspended' })
  expect(await losses[name]?.(given)).toMatchObject({ status: 200 })
  expect((await given.answer()).status).toBe(200)
  await expect.poll(given.status).toBe('cancelled')
  expect(await given.leases()).toEqual([])
  expect(given.effects()).toBe(0)
})

test('a call that waits is stopped with its teammate', async () => {
  const given = await givenWaiting()
  await given.client.delete(`${given.base}/employees/${given.teammate.id}`)
  await expect.poll(given.status).toBe('cancelled')
})

test('a call that waits continues while its person may make it', async () => {
  const given = await givenWaiting()
  await given.answer()
  await expect.poll(given.status).toBe('completed')
  expect(given.effects()).toBe(1)
})
