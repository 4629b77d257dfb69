import { expect, test } from 'vitest'
import type { FlowTool } from '#contracts/workflows.ts'
import { newId } from '#platform/id.ts'
import { startTestApp } from '#testing/app.ts'
import { startToolServer } from '#testing/doubles/tool-server.ts'
import { flowOf } from '#testing/runs/workflows.ts'
import { givenSkills, skillText } from '#testing/storage/skills.ts'

const app = await startTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

const find_person = {
  name: 'find_person',
  description: 'Finds a person.',
  inputSchema: { type: 'object' as const, properties: { name: { type: 'string' } } },
}

test('the editor offers what a step of the teammate may call: tools of connectors and skills too', async () => {
  await using given = await givenSkills(app)
  await using server = await startToolServer({ tools: [find_person] })
  const { person, base, teammate } = given
  const { body: connector } = await person.post(`${base}/mcps`, { type: 'simple', name: 'CRM', url: server.url })
  await person.post(`${base}/mcps/employee/${teammate.id}`, { mcp_id: connector.id })
  await person.post(`${base}/mcps/test`, { mcp_id: connector.id, employee_id: teammate.id })
  await given.write('returns', skillText('returns', 'How goods come back'))
  const offered = async (query = ''): Promise<FlowTool[]> =>
    (await person.get(`${base}/workflows/tools${query}`)).body.data
  const everywhere = await offered()
  const ofTeammate = await offered(`?employee_id=${teammate.id}`)
  const names = ofTeammate.map(({ name }) => name)
  expect(names).toEqual([...everywhere.map(({ name }) => name), ...names.slice(everywhere.length)])
  expect(names.slice(everywhere.length)).toEqual(expect.arrayContaining(['skill', 'crm__find_person']))
  expect(ofTeammate.find(({ name }) => name === 'crm__find_person')?.input_schema).toMatchObject({
    properties: { name: { type: 'string' } },
  })
  // Whatever is offered may be chosen.
  const steps = Object.fromEntries(
    names.map((tool, n) => [`s${n}`, { type: 'tool', employee_id: teammate.id, tool, input: {} }]),
  )
  const { body: workflow } = await person.post(`${base}/workflows`, { name: 'All', ...flowOf(steps) })
  expect(workflow.problems.filter(({ field }: { field: string }) => field === 'tool')).toEqual([])
})

test('tools of a teammate are offered where the teammate may be named: in no other organization, and no personal assistant', async () => {
  await using given = await givenSkills(app)
  const { person, base } = given
  const foreign = await app.given.teammate((await app.given.organization()).organization)
  const { body: ally } = await person.get(`${base}/employees/ally`)
  const missing = await person.get(`${base}/workflows/tools?employee_id=${newId()}`)
  expect(missing.status).toBe(404)
  for (const id of [foreign.id, ally.id])
    expect(await person.get(`${base}/workflows/tools?employee_id=${id}`)).toLookLike(missing)
  expect((await person.get(`${base}/workflows/tools?employee_id=x`)).status).toBe(400)
})
