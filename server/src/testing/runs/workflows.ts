import type { Flow, FlowStep } from '#contracts/flows.ts'
import type { Workflow } from '#contracts/workflows.ts'
import type { TestApp } from '../app.ts'

/** Of the given steps the first is begun with. */
export const flowOf = (
  steps: Record<string, Partial<FlowStep> & { type: string }>,
): { flow: Flow; starting_step_id: string | null } => ({
  flow: {
    steps: Object.fromEntries(Object.entries(steps).map(([id, step]) => [id, { name: id, ...step }])),
  },
  starting_step_id: Object.keys(steps)[0] ?? null,
})

/** An organization whose admin works with workflows. */
export async function givenWorkflows(app: TestApp) {
  const people = await app.given.organization()
  const base = `/api/organizations/${people.organization.id}`
  const path = `${base}/workflows`
  const client = await app.as(people.admin)
  const create = async (
    steps: Record<string, Partial<FlowStep> & { type: string }> = { say: { type: 'message', text: 'Hello' } },
    more: object = {},
  ): Promise<Workflow> => {
    const { status, body } = await client.post(path, { name: 'Greet', ...flowOf(steps), ...more })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const problems = async (steps: Record<string, Partial<FlowStep> & { type: string }>, more: object = {}) =>
    (await create(steps, more)).problems
  const show = async (id: string): Promise<Workflow> => (await client.get(`${path}/${id}`)).body
  const names = async (query = '') => {
    const { body } = await client.get(`${path}${query}`)
    return body.data.map(({ name }: { name: string }) => name)
  }
  return { ...people, base, path, client, create, problems, show, names }
}
