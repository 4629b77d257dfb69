import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { runs } from '#features/runs/table.ts'
import type { TestApp } from '../app.ts'
import { givenWorkflows } from './workflows.ts'

const greet = { say: { type: 'message', text: 'Hello {{input.name}}' } }

/** A workflow to which triggers are added. */
export async function givenTriggers(
  app: TestApp,
  steps: Parameters<Awaited<ReturnType<typeof givenWorkflows>>['create']>[0] = greet,
) {
  const given = await givenWorkflows(app)
  const workflow = await given.create(steps)
  const at = `${given.path}/${workflow.id}/triggers`
  const add = async (trigger: object) => {
    const { status, body } = await given.client.post(at, trigger)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const key = given.organization.public_api_key
  const open = `/api/public/trigger/${key}/${workflow.id}`
  const runsOf = () => app.ctx.db.select().from(runs).where(eq(runs.workflow_id, workflow.id)).orderBy(runs.id)
  const ended = async (count: number) => {
    await expect
      .poll(async () => (await runsOf()).filter(({ status }) => status === 'completed').length, { timeout: 30_000 })
      .toBe(count)
    return runsOf()
  }
  const inputOf = async (run_id: string) => {
    const { body } = await app.withKey(given.private_key).get(`/api/private/workflow/run/${run_id}`)
    return body.data.result
  }
  return { ...given, workflow, at, add, open, runsOf, ended, inputOf }
}
