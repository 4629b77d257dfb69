import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#contracts/teammate-file-limits.ts'
import type { ImportNotice, TeammateFile } from '#contracts/teammate-files.ts'
import { mcps } from '#features/connectors/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { flowOf, givenWorkflows } from '#testing/runs/workflows.ts'
import { givenSkills, skillText } from '#testing/storage/skills.ts'
import { storageClient } from '#testing/storage/storage.ts'

const app = await testApp()

/** A teammate with workflows, connectors and skills, which its owner exports. */
async function givenTeammate() {
  const given = await givenSkills(app)
  const { person, base, teammate } = given
  const variable = (placeholder: string, value: string, is_secret: boolean) =>
    person.post(`${base}/variables`, { placeholder, value, is_secret })
  await variable('SHOP', 'Tulips', false)
  await variable('CRM_KEY', 'sesame', true)
  await variable('OTHER', 'unnamed', false)
  const workflow = async (name: string, step: object) =>
    (await person.post(`${base}/workflows`, { name, ...flowOf({ one: { type: 'message', text: '-', ...step } }) })).body
  const inner = await workflow('Find order', { text: 'At {{SHOP}}' })
  const outer = await workflow('Refund', { type: 'workflow', workflow_id: inner.id })
  const asked = await workflow('Ask herself', { type: 'agent', employee_id: teammate.id, message: 'What now?' })
  const connector = {
    type: 'simple',
    name: 'CRM',
    url: 'https://crm.test/mcp?key=concealed&shop={{SHOP}}',
    headers: { Authorization: 'Bearer {{CRM_KEY}}', 'x-key': 'open-key' },
  }
  const { body: crm } = await person.post(`${base}/mcps`, connector)
  // As it may stand there from before passwords in addresses were refused.
  const url = connector.url.replace('//', '//user:hidden@')
  await app.ctx.db.update(mcps).set({ url }).where(eq(mcps.id, crm.id))
  await person.post(`${base}/mcps/employee/${teammate.id}`, { mcp_id: crm.id, ask: ['delete_customer'] })
  await person.post(`${base}/mcps/employee/${teammate.id}`, { oauth_mcp: 'mail_a' })
  await given.write('returns', skillText('returns', 'How goods come back'))
  await given.storage.upload('logo.png', Buffer.from([0x89, 0x50, 0, 255]), 'team/skills/returns')
  const { status } = await person.put(`${base}/employees/${teammate.id}`, {
    role: 'Support',
    instructions: 'You work for {{SHOP}}.',
    reasoning: 'high',
    tools: ['storage.read_file', { name: 'http_request', ask: true }],
    workflow_ids: [outer.id, asked.id],
  })
  if (status !== 200) throw new Error('The teammate was not written')
  const path = `${base}/employees/${teammate.id}/export`
  const read = async (): Promise<TeammateFile> => (await person.get(path)).body
  return { ...given, inner, outer, asked, crm, path, read }
}

const importPath = ({ base }: { base: string }) => `${base}/employees/import`
const namesOf = (notices: ImportNotice[], kind: ImportNotice['kind']) =>
  notices.filter((notice) => notice.kind === kind).map(({ name }) => name)

test('a file has what a teammate works with, and none of its secrets', async () => {
  await using given = await givenTeammate()
  const file = await given.read()
  expect(file).toMatchObject({
    format: 'alongside.teammate',
    format_version: 1,
    teammate: { id: given.teammate.id, name: 'Ada', role: 'Support', reasoning: 'high' },
    connectors: [
      {
        connector: {
          name: 'CRM',
          url: 'https://crm.test/mcp?key=&shop={{SHOP}}',
          headers: { Authorization: 'Bearer {{CRM_KEY}}', 'x-key': '' },
        },
        ask: ['delete_customer'],
      },
      { oauth_mcp: 'mail_a' },
    ],
    left_out: [],
    variables: [
      { placeholder: 'CRM_KEY', is_secret: true },
      { placeholder: 'SHOP', is_secret: false },
    ],
  })
  expect(file.workflows.map(({ name, is_tool }) => [name, is_tool])).toEqual([
    ['Find order', false],
    ['Refund', true],
    ['Ask herself', true],
  ])
  expect(file.skills.map(({ path, encoding }) => [path, encoding])).toEqual([
    ['returns/SKILL.md', 'utf8'],
    ['returns/logo.png', 'base64'],
  ])
  expect(JSON.stringify(file)).not.toMatch(/sesame|hidden|concealed|open-key|Tulips/)
})

test('a teammate comes out of its file in another organization with everything in its place', async () => {
  await using from = await givenTeammate()
  const to = await givenWorkflows(app)
  const { status, body } = await to.client.post(importPath(to), await from.read())
  expect(status).toBe(200)
  const { teammate, notices } = body
  expect(teammate).toMatchObject({
    organization_id: to.organization.id,
    name: 'Ada',
    role: 'Support',
    reasoning: 'high',
  })
  expect(teammate.tools).toEqual(['storage.read_file', { name: 'http_request', ask: true }])
  expect(teammate.id).not.toBe(from.teammate.id)

  const { body: listed } = await to.client.get(to.path)
  const workflow = async (name: string) =>
    to.show(listed.data.find((row: { name: string }) => row.name === name)?.id ?? '')
  const [inner, outer, asked] = [await workflow('Find order'), await workflow('Refund'), await workflow('Ask herself')]
  expect(teammate.workflow_ids).toEqual([outer.id, asked.id])
  expect(outer).toMatchObject({ problems: [], flow: { steps: { one: { workflow_id: inner.id } } } })
  expect(asked).toMatchObject({ problems: [], flow: { steps: { one: { employee_id: teammate.id } } } })

  const { body: assigned } = await to.client.get(`${to.base}/mcps/employee/${teammate.id}`)
  expect(assigned.data).toMatchObject([
    { name: 'CRM', type: 'simple', ask: ['delete_customer'] },
    { oauth_mcp: 'mail_a' },
  ])
  const { body: skills } = await to.client.get(`${to.base}/employees/${teammate.id}/skills`)
  expect(skills).toMatchObject({ skills_path: 'Skills of Ada', state: 'ready', permission: 'read' })
  expect(skills.skills).toMatchObject([{ name: 'returns', problem: null }])
  const logo = await storageClient(to.client, `${to.base}/storage`).download('Skills of Ada/returns/logo.png')
  expect([...logo]).toEqual([0x89, 0x50, 0, 255])

  expect(namesOf(notices, 'variable_is_empty').sort()).toEqual(['CRM_KEY', 'SHOP'])
  expect(namesOf(notices, 'header_is_empty')).toEqual(['CRM'])
  expect(namesOf(notices, 'address_is_incomplete')).toEqual(['CRM'])
  expect(namesOf(notices, 'account_needed')).toEqual(['mail_a'])
  expect(namesOf(notices, 'workflow_has_problems')).toEqual([])
})

test('a second import shares the connectors that are there, and numbers the folder of skills', async () => {
  await using from = await givenTeammate()
  const file = await from.read()
  const to = await givenWorkflows(app)
  await to.client.post(importPath(to), file)
  const { body } = await to.client.post(importPath(to), file)
  expect(namesOf(body.notices, 'variable_is_empty')).toEqual([])
  expect((await to.client.get(`${to.base}/mcps`)).body.data).toHaveLength(1)
  const { body: skills } = await to.client.get(`${to.base}/employees/${body.teammate.id}/skills`)
  expect(skills.skills_path).toBe('Skills of Ada 2')

  const elsewhere = structuredClone(file)
  for (const each of elsewhere.connectors)
    if ('connector' in each && each.connector.type === 'simple') each.connector.url = 'https://other.test/mcp'
  await to.client.post(importPath(to), elsewhere)
  const { body: connectors } = await to.client.get(`${to.base}/mcps`)
  expect(connectors.data.map(({ name }: { name: string }) => name)).toEqual(['CRM', 'CRM 2'])
})

test('workflows that call each other in a circle continue doing so', async () => {
  const from = await givenWorkflows(app)
  const teammate = (await from.client.post(`${from.base}/employees`, { name: 'Ada' })).body
  const one = await from.create(undefined, { name: 'One' })
  const two = await from.create({ call: { type: 'workflow', workflow_id: one.id } }, { name: 'Two' })
  await from.client.put(`${from.path}/${one.id}`, flowOf({ call: { type: 'workflow', workflow_id: two.id } }))
  await from.client.put(`${from.base}/employees/${teammate.id}`, { workflow_ids: [one.id, two.id] })
  const { body: file } = await from.client.get(`${from.base}/employees/${teammate.id}/export`)

  const to = await givenWorkflows(app)
  const { body } = await to.client.post(importPath(to), file)
  const rows = await Promise.all(body.teammate.workflow_ids.map((id: string) => to.show(id)))
  const called = rows.map(({ flow }) => flow.steps.call.workflow_id)
  expect(called.sort()).toEqual([...body.teammate.workflow_ids].sort())
})

test('a step that calls what connectors and skills bring is whole, because they are there before it', async () => {
  await using from = await givenTeammate()
  const step = { type: 'tool', employee_id: from.teammate.id, tool: 'skill', input: { name: 'returns' } }
  const { body: workflow } = await from.person.post(`${from.base}/workflows`, { name: 'Look up', ...flowOf({ step }) })
  await from.person.put(`${from.base}/employees/${from.teammate.id}`, { workflow_ids: [workflow.id] })
  const to = await givenWorkflows(app)
  const { body } = await to.client.post(importPath(to), await from.read())
  expect(namesOf(body.notices, 'workflow_has_problems')).toEqual([])
  const [id] = body.teammate.workflow_ids
  expect(await to.show(id)).toMatchObject({
    problems: [],
    flow: { steps: { step: { employee_id: body.teammate.id } } },
  })
})

test('a model and a voice are found by their names, and missed where the catalog has none', async () => {
  const from = await givenWorkflows(app)
  const model = await app.given.model()
  const { body: teammate } = await from.client.post(`${from.base}/employees`, { name: 'Ada', model: String(model.id) })
  const { body: file } = await from.client.get(`${from.base}/employees/${teammate.id}/export`)
  expect(file.teammate.model).toEqual({ provider: model.provider, model: model.model })
  const imported = await from.client.post(importPath(from), file)
  expect(imported.body).toMatchObject({ teammate: { model: String(model.id) }, notices: [] })

  const absent = { provider: 'vendor_1', model: 'nobody-has-this' }
  const other = { ...file, teammate: { ...file.teammate, model: absent, tts_model: absent, voice: 'alto' } }
  const { body } = await from.client.post(importPath(from), other)
  expect(body.teammate).toMatchObject({ model: null, tts_model: null, voice: null })
  expect(namesOf(body.notices, 'model_missing')).toEqual(['nobody-has-this', 'nobody-has-this'])
  expect(namesOf(body.notices, 'voice_missing')).toEqual(['alto'])
})

test('what is refused leaves nothing behind', async () => {
  await using from = await givenTeammate()
  const file = await from.read()
  const to = await givenWorkflows(app)
  const name = 'x'.repeat(200)
  const connectors = Array.from({ length: 50 }, () => file.connectors[1]).concat(file.connectors)
  const junk = [
    {},
    [],
    { ...file, format: 'alongside.workflow' },
    { ...file, format_version: 2 },
    { ...file, teammate: { ...file.teammate, name: '' } },
    { ...file, connectors },
    { ...file, skills: [{ path: '../../etc/passwd', encoding: 'utf8', content: '' }] },
    { ...file, skills: [{ path: `${name}/${name}/\u0001`, encoding: 'utf8', content: '' }] },
    { ...file, variables: [{ placeholder: '', is_secret: false }] },
  ]
  for (const body of junk) expect((await to.client.post(importPath(to), body)).status).toBe(400)

  const many = Array.from({ length: 201 }, () => ({ ...file.workflows[0], id: newId() }))
  expect((await to.client.post(importPath(to), { ...file, workflows: many })).status).toBe(400)
  // The organization may not have so many connectors: found out after everything else was written.
  for (let n = 0; n < 200; n++)
    await to.client.post(`${to.base}/mcps`, { type: 'oauth', name: `C${n}`, oauth_mcp: 'mail_a' })
  const late = await to.client.post(importPath(to), file)
  expect(late).toMatchObject({ status: 409, body: { code: 'TOO_MANY_CONNECTORS' } })
  const { body: staff } = await to.client.get(`${to.base}/employees`)
  expect(staff.data.filter((row: { is_personal_assistant: boolean }) => !row.is_personal_assistant)).toEqual([])
  expect((await to.client.get(to.path)).body.data).toEqual([])
  expect((await to.client.get(`${to.base}/variables`)).body.data).toEqual([])
})

test('files of skills that nobody may upload stay out, and are named', async () => {
  await using from = await givenTeammate()
  const file = await from.read()
  const program = { path: 'returns/setup.exe', encoding: 'base64', content: 'TVo=' }
  const { body } = await from.person.post(importPath(from), { ...file, skills: [...file.skills, program] })
  expect(namesOf(body.notices, 'skill_file_left_out')).toEqual(['returns/setup.exe'])
})

test('of skills a file holds 2 MB, and names what did not go in', async () => {
  await using from = await givenTeammate()
  await from.storage.upload('long.txt', 'x'.repeat(1_500_000), 'team/skills/returns')
  await from.storage.upload('longer.txt', 'y'.repeat(1_500_000), 'team/skills/returns')
  const file = await from.read()
  expect(file.left_out).toEqual(['returns/longer.txt'])
  expect(JSON.stringify(file).length).toBeLessThan(MAX_FILE_BYTES)
})

test('a teammate that is larger than a file may be is refused with a sentence', async () => {
  const given = await givenWorkflows(app)
  const { body: teammate } = await given.client.post(`${given.base}/employees`, { name: 'Ada' })
  const text = 'x'.repeat(99_000)
  const steps = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`s${n}`, { type: 'message', text }]))
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await given.create(steps, { name: `W${n}` })).id)
  await given.client.put(`${given.base}/employees/${teammate.id}`, { workflow_ids: ids })
  const answer = await given.client.get(`${given.base}/employees/${teammate.id}/export`)
  expect(answer).toMatchObject({ status: 413, body: { code: 'TEAMMATE_TOO_LARGE' } })
})

test('a teammate is exported and imported by admins of its own organization alone', async () => {
  await using from = await givenTeammate()
  const file = await from.read()
  const other = await givenWorkflows(app)
  expect((await other.client.get(from.path)).status).toBe(404)
  const member = await app.as(other.member)
  expect((await member.post(importPath(other), file)).status).toBe(403)
  const { body: ally } = await other.client.get(`${other.base}/employees/ally`)
  const owner = await app.as(other.owner)
  expect((await owner.get(`${other.base}/employees/${ally.id}/export`)).status).toBe(404)
  expect((await other.client.get(`${other.base}/employees/${ally.id}/export`)).status).toBe(200)
})
