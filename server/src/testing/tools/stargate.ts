import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { StargateTask } from '#contracts/stargate.ts'
import { runs } from '#features/runs/table.ts'
import { stargateTasks } from '#features/stargate/table.ts'
import { awaitedSystems } from '#features/stargate/waiting-gateways.ts'
import type { TestApp } from '../app.ts'
import { givenWorkflows } from '../runs/workflows.ts'

/** An organization whose flow asks a system inside, and its gateway. */
export async function givenGateway(app: TestApp, fields: object = {}) {
  const given = await givenWorkflows(app)
  const ask = {
    type: 'stargate',
    system: 'crm',
    method: 'POST',
    uri: '/customers/{{input.id}}',
    body: { n: '{{input.id}}' },
  }
  const workflow = await given.create({
    ask: { ...ask, ...fields, next: 'say' },
    say: { type: 'message', text: '{{output.ask}}' },
  })
  expect(workflow.problems).toEqual([])
  const program = app.withKey(given.private_key)
  const start = async (id = '7') => {
    const { status, body } = await program.post(`/api/private/trigger/${workflow.id}`, { id })
    expect(status, JSON.stringify(body)).toBe(202)
    return body.data.runId as string
  }
  const poll = async (query = 'system=crm'): Promise<StargateTask[]> => {
    const { status, body } = await program.get(`/api/private/stargate?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  const answer = (id: string, body: string | Buffer | undefined, type = 'text/plain') =>
    program.send(`/api/private/stargate/${id}`, {
      method: 'POST',
      ...(body !== undefined && { body, headers: { 'content-type': type } }),
    })
  const statusOf = async (id: string) => {
    const [row] = await app.ctx.db.select().from(runs).where(eq(runs.id, id))
    return row?.status
  }
  const result = async (id: string) => {
    await expect.poll(() => statusOf(id)).toBe('completed')
    return (await program.get(`/api/private/workflow/run/${id}`)).body.data.result
  }
  const waiting = () => {
    const own = awaitedSystems(app.ctx.ports).filter((of) => of.organization_id === given.organization.id)
    return own.reduce((sum, { gateways }) => sum + gateways, 0)
  }
  const parked = (count: number) => expect.poll(waiting).toBe(count)
  const taskOf = async (id: string) => {
    const [row] = await app.ctx.db.select().from(stargateTasks).where(eq(stargateTasks.id, id))
    return row
  }
  return { ...given, workflow, program, start, poll, answer, statusOf, result, parked, taskOf }
}
