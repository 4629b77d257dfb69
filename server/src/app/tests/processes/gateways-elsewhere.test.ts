import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { StargateTask } from '#contracts/stargate.ts'
import { stargateTasks } from '#features/stargate/table.ts'
import { createClient } from '#testing/client.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { postgresUrl, redisUrl, spawnProgram } from '#testing/servers/server-process.ts'
import { twoProcesses } from '#testing/servers/two-processes.ts'
import { givenGateway } from '#testing/tools/stargate.ts'

const program = fileURLToPath(new URL('../../../../../gateway/gateway.ts', import.meta.url))
const TASKS = 40
const GATEWAYS = 6

async function givenProcesses() {
  const two = await twoProcesses()
  const given = await givenGateway(two.app)
  const authorization = `Bearer ${given.private_key}`
  const clients = two.addresses.map((address) => createClient(address, { authorization }))
  const [first, second] = clients
  if (!first || !second) throw new Error('There are two processes')
  const start = async (client: typeof first, id: string): Promise<string> => {
    const { status, body } = await client.post(`/api/private/trigger/${given.workflow.id}`, { id })
    expect([200, 202], JSON.stringify(body)).toContain(status)
    return body.data.runId
  }
  return { ...two, ...given, first, second, start }
}

test.runIf(postgresUrl && redisUrl)(
  'a task of a run in one process goes to exactly one of the gateways that are parked in both',
  async () => {
    const { first, second, start, result, servers } = await givenProcesses()
    const elsewhere = second.get('/api/private/stargate?system=crm')
    // A system that asks the same process for something else is answered after the poll was parked.
    await second.get('/health')
    const alone = await start(first, 'alone')
    const [task] = (await elsewhere).body.data as StargateTask[]
    expect(task).toMatchObject({ uri: '/customers/alone' })
    await second.post(`/api/private/stargate/${task?.stargate_task_id}`, 'elsewhere')
    expect(await result(alone)).toBe('elsewhere')

    const handed: StargateTask[] = []
    const isOver = () => handed.length >= TASKS
    const work = async (number: number) => {
      const client = number % 2 === 0 ? first : second
      const name = number % 3 === 0 ? '' : `&gateway=g${number}`
      while (!isOver()) {
        const { status, body } = await client.get(`/api/private/stargate?system=crm${name}`)
        expect(status).toBe(200)
        for (const each of body.data as StargateTask[]) {
          handed.push(each)
          // Another process than the one that handed it out receives the answer.
          const other = client === first ? second : first
          expect((await other.post(`/api/private/stargate/${each.stargate_task_id}`, each.uri)).status).toBe(200)
        }
      }
    }
    const gateways = Array.from({ length: GATEWAYS }, (_, number) => work(number))
    const started = await Promise.all(
      Array.from({ length: TASKS }, async (_, n) => ({ n, id: await start(n % 2 === 0 ? first : second, `${n}`) })),
    )
    for (const { n, id } of started) expect(JSON.stringify(await result(id))).toContain(`/customers/${n}`)
    expect(new Set(handed.map(({ stargate_task_id }) => stargate_task_id)).size).toBe(TASKS)
    expect(handed).toHaveLength(TASKS)
    // Those that are still parked get a last task each, and see that all is done.
    await Promise.all(Array.from({ length: GATEWAYS * 2 }, (_, n) => start(n % 2 === 0 ? first : second, `last-${n}`)))
    await Promise.all(gateways)
    expect(servers.flatMap(({ complaints }) => complaints)).toEqual([])
  },
)

test.runIf(postgresUrl && redisUrl)(
  'a gateway that is killed while it holds a task loses it to one in the other process, and the run has one answer',
  async () => {
    const {
      app,
      addresses,
      private_key,
      first,
      start,
      result,
      program: anyProcess,
      organization,
    } = await givenProcesses()
    const asked: string[] = []
    const system = await serve(({ url = '' }, response) => {
      asked.push(url)
      // The gateway that is killed never gets an answer of its system.
      if (url.startsWith('/second')) response.end('"by the second"')
    })
    const gateway = (name: string, address: string) =>
      spawnProgram(program, {
        ALONGSIDE_URL: address,
        ALONGSIDE_KEY: private_key,
        GATEWAY_SYSTEM: 'crm',
        GATEWAY_TARGET: `${system.url}/${name}/`,
        GATEWAY_NAME: name,
      })
    const tasks = () =>
      app.ctx.db.select().from(stargateTasks).where(eq(stargateTasks.organization_id, organization.id))
    const killed = gateway('first', addresses[0])
    const run = await start(first, '7')
    await expect.poll(() => asked).toEqual(['/first/customers/7'])
    await expect.poll(tasks).toMatchObject([{ gateway: 'first', status: 'requested', is_leaving: false }])
    await killed.kill('SIGKILL')
    gateway('second', addresses[1])
    // It has been silent for longer than a gateway may be.
    await app.ctx.db.update(stargateTasks).set({ alive_until: new Date(0) })
    expect(JSON.parse(await result(run))).toMatchObject({ status: 200, body: 'by the second' })
    expect(asked).toEqual(['/first/customers/7', '/second/customers/7'])
    const [task] = await tasks()
    expect(task).toMatchObject({ gateway: 'second', status: 'completed' })
    const late = await anyProcess.post(`/api/private/stargate/${task?.id}`, { ok: true, status: 200, body: 'late' })
    expect(late.status).toBe(400)
    expect(await tasks()).toHaveLength(1)
  },
)
