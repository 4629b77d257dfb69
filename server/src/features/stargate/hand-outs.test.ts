import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runs } from '#features/runs/table.ts'
import { stargateTasks } from '#features/stargate/table.ts'
import { wakeForMissed } from '#features/stargate/wake-for-missed.ts'
import { testApp } from '#testing/app.ts'
import { givenGateway } from '#testing/tools/stargate.ts'

const app = await testApp()
const MANY = 8

/** The system that took the task has been silent for too long. */
const outdate = (id: string) =>
  app.ctx.db
    .update(stargateTasks)
    .set({ alive_until: new Date(0) })
    .where(eq(stargateTasks.id, id))

async function waitForTasks(workflow_id: string, count: number): Promise<string[]> {
  const find = () =>
    app.ctx.db
      .select({ id: stargateTasks.id })
      .from(stargateTasks)
      .innerJoin(runs, eq(runs.id, stargateTasks.run_id))
      .where(eq(runs.workflow_id, workflow_id))
  await expect.poll(async () => (await find()).length).toBe(count)
  return (await find()).map(({ id }) => id)
}

test('what a gateway took goes to another one once it has not asked for long enough', async () => {
  const { start, poll, parked, taskOf, answer, result } = await givenGateway(app)
  const run = await start()
  const [task] = await poll('system=crm&gateway=first')
  const id = task?.stargate_task_id ?? ''
  const second = poll('system=crm&gateway=second')
  await parked(1)
  await wakeForMissed(app.ctx)
  expect(await taskOf(id)).toMatchObject({ status: 'requested', gateway: 'first' })
  await outdate(id)
  await wakeForMissed(app.ctx)
  expect(await second).toMatchObject([{ stargate_task_id: id }])
  await answer(id, 'done')
  expect(await result(run)).toBe('done')
})

test('what reached a gateway without a name stays its own, however long it takes', async () => {
  const { start, poll, parked, taskOf, answer, result } = await givenGateway(app)
  const run = await start()
  const [task] = await poll()
  const id = task?.stargate_task_id ?? ''
  await expect.poll(async () => (await taskOf(id))?.is_leaving).toBe(false)
  expect(await taskOf(id)).toMatchObject({ status: 'requested', alive_until: null })
  const second = poll()
  await parked(1)
  await wakeForMissed(app.ctx)
  await answer(id, 'late')
  expect(await result(run)).toBe('late')
  await start()
  expect((await second)[0]?.stargate_task_id).not.toBe(id)
})

test('what never reached a gateway goes to the next: at once where it hung up, after a while where the process is lost', async () => {
  const { start, poll, parked, taskOf, private_key, program, create } = await givenGateway(app)
  const large = await create({
    ask: { type: 'stargate', system: 'crm', uri: '/', body: '{{input.large}}' },
  })
  // More than a connection takes that nobody reads from.
  for (let n = 0; n < MANY; n++) {
    const sent = await program.post(`/api/private/trigger/${large.id}`, { large: 'x'.repeat(900_000) })
    expect(sent.status, JSON.stringify(sent.body)).toBe(202)
  }
  const { port } = new URL(app.base_url)
  const socket = connect(Number(port), '127.0.0.1').pause()
  socket.write(`GET /api/private/stargate?system=crm HTTP/1.1\r\nhost: x\r\napi-key: ${private_key}\r\n\r\n`)
  const [first] = await waitForTasks(large.id, MANY)
  await expect.poll(async () => (await taskOf(first ?? ''))?.status).toBe('requested')
  expect((await taskOf(first ?? ''))?.is_leaving).toBe(true)
  const next = poll()
  await parked(1)
  socket.destroy()
  const given = await next
  expect(given.map(({ stargate_task_id }) => stargate_task_id)).toContain(first)

  await start()
  const [lost] = await poll('system=crm&gateway=first')
  const id = lost?.stargate_task_id ?? ''
  await expect.poll(async () => (await taskOf(id))?.is_leaving).toBe(false)
  // As a process leaves it that is killed before its answer has left. The gateway itself lives, and asks again.
  await app.ctx.db.update(stargateTasks).set({ is_leaving: true }).where(eq(stargateTasks.id, id))
  await outdate(id)
  const again = poll('system=crm&gateway=first')
  await parked(1)
  await wakeForMissed(app.ctx)
  expect(await again).toMatchObject([{ stargate_task_id: id }])
})
