import { expect, test } from 'vitest'
import type { Role } from '#contracts/organizations.ts'
import { memberships } from '#features/organizations/table.ts'
import { workflows } from '#features/workflows/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { flowOf, givenWorkflows } from '#testing/runs/workflows.ts'

const app = await testApp()
const join = ({ id }: { id: string }, user: { id: string }, role: Role) =>
  app.ctx.db.insert(memberships).values({ organization_id: id, user_id: user.id, role })
const hello = flowOf({ say: { type: 'message', text: 'Hello' } })

test('a workflow is made, listed, changed by version, and pushed to admins alone', async () => {
  const { client, path, create, names, organization, member, owner } = await givenWorkflows(app)
  const made = await create()
  expect(made).toMatchObject({ name: 'Greet', step_count: 1, is_draft: false, version: 1, problems: [], ...hello })
  const event = await app.events.next('workflow.created', ({ payload }) => payload.id === made.id)
  expect(event.rooms).toEqual([`organization-admins:${organization.id}`])
  expect(event.payload).not.toHaveProperty('flow')

  await create(undefined, { name: 'Answer mail' })
  expect(await names()).toEqual(['Answer mail', 'Greet'])
  expect(await names('?search=MAIL')).toEqual(['Answer mail'])
  expect((await client.get(path)).body.data[0]).not.toHaveProperty('flow')

  const changed = await client.put(`${path}/${made.id}`, { name: 'Greet all', version: 1 })
  expect(changed).toMatchObject({ status: 200, body: { name: 'Greet all', version: 2 } })
  const late = await client.put(`${path}/${made.id}`, { name: 'Greet nobody', version: 1 })
  expect(late).toMatchObject({ status: 409, body: { code: 'WORKFLOW_CHANGED' } })
  expect((await client.put(`${path}/${made.id}`, { name: 'Greet all' })).body.version).toBe(2)

  expect((await (await app.as(member)).get(path)).status).toBe(403)
  expect((await (await app.as(owner)).get(path)).status).toBe(200)
})

test('of eight changes made to one version at once, one is kept', async () => {
  const { client, path, create, show } = await givenWorkflows(app)
  const { id } = await create()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => client.put(`${path}/${id}`, { name: `Name ${n}`, version: 1 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await show(id)).version).toBe(2)
})

test('of eight changes made to no version in particular, each is a version of its own', async () => {
  const { client, path, create } = await givenWorkflows(app)
  const { id } = await create()
  const changed = await Promise.all(
    Array.from({ length: 8 }, (_, nth) => client.put(`${path}/${id}`, { description: `Change ${nth}` })),
  )
  expect(changed.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
})

test('an organization has 1,000 workflows at most, however many are made at once', async () => {
  const { client, path, organization } = await givenWorkflows(app)
  await app.ctx.db
    .insert(workflows)
    .values(Array.from({ length: 996 }, (_, n) => ({ organization_id: organization.id, name: `Workflow ${n}` })))
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => client.post(path, { name: `Last ${n}` })))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(4).fill(409)])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_WORKFLOWS')
})

test('every change keeps a version, and an earlier one is restored as a new one', async () => {
  const { client, path, base, create, member } = await givenWorkflows(app)
  const made = await create()
  const other = flowOf({ say: { type: 'message', text: 'Good evening' } })
  await client.put(`${path}/${made.id}`, { ...other, name: 'Evening' })
  const { body: versions } = await client.get(`${base}/entity-versions/workflow/${made.id}`)
  expect(versions.data.map(({ version }: { version: number }) => version)).toEqual([2, 1])
  expect(versions.data[1].snapshot).toMatchObject({ name: 'Greet', ...hello })
  const first = versions.data[1].id

  expect((await (await app.as(member)).post(`${base}/entity-versions/${first}/restore`)).status).toBe(404)
  const outsider = await givenWorkflows(app)
  expect((await outsider.client.post(`${outsider.base}/entity-versions/${first}/restore`)).status).toBe(404)
  const restored = await client.post(`${base}/entity-versions/${first}/restore`)
  expect(restored).toMatchObject({ status: 200, body: { name: 'Greet', version: 3, ...hello } })
})

test('a deleted workflow leaves the list, cannot be opened or changed, and comes back whole', async () => {
  const { client, path, create, names } = await givenWorkflows(app)
  const { id } = await create()
  expect((await client.delete(`${path}/${id}`)).body).toEqual({ success: true })
  expect(await names()).toEqual([])
  expect((await client.get(`${path}/deleted`)).body.data).toMatchObject([{ id, name: 'Greet' }])
  const answers = await Promise.all([
    client.get(`${path}/${id}`),
    client.put(`${path}/${id}`, { name: 'x' }),
    client.delete(`${path}/${id}`),
    client.post(`${path}/${id}/clone`, { organization_id: newId() }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: 'Workflow not found' } })
  expect((await client.post(`${path}/${id}/restore`)).body).toMatchObject({ id, deleted_at: null, ...hello })
  expect((await client.post(`${path}/${id}/restore`)).status).toBe(404)
})

test('a workflow of another organization looks like one that is not there', async () => {
  const { create } = await givenWorkflows(app)
  const { client, path } = await givenWorkflows(app)
  const { id } = await create()
  const missing = await client.get(`${path}/${newId()}`)
  expect(await client.get(`${path}/${id}`)).toLookLike(missing)
  expect(await client.put(`${path}/${id}`, { name: 'Mine' })).toLookLike(missing)
  expect(await client.delete(`${path}/${id}`)).toLookLike(missing)
  expect(await client.get(`${path}/${id}/export`)).toLookLike(missing)
  expect(await client.post(`${path}/${id}/validate`, {})).toLookLike(missing)
})

test('a workflow travels as a file, and what it needs is made empty where it comes to', async () => {
  const from = await givenWorkflows(app)
  await from.client.post(`${from.base}/variables`, { placeholder: 'SHOP', value: 'Tulips', is_secret: false })
  await from.client.post(`${from.base}/variables`, { placeholder: 'TOKEN', value: 'sesame', is_secret: true })
  const step = { type: 'message', text: '{{SHOP}} {{TOKEN}} {{input.name}}' }
  const made = await from.create({ say: { ...step, pinned: { customer: 'Ann Private' } } })
  const { body: file } = await from.client.get(`${from.path}/${made.id}/export`)
  expect(file).toMatchObject({
    format: 'alongside.workflow',
    format_version: 1,
    variables: [
      { placeholder: 'SHOP', is_secret: false },
      { placeholder: 'TOKEN', is_secret: true },
    ],
  })
  expect(JSON.stringify(file)).not.toMatch(/Tulips|sesame|pinned|Private/)

  const to = await givenWorkflows(app)
  await to.client.post(`${to.base}/variables`, { placeholder: 'SHOP', value: 'Roses', is_secret: false })
  const imported = await to.client.post(`${to.path}/import`, file)
  expect(imported).toMatchObject({
    status: 200,
    body: { name: 'Greet', problems: [], flow: flowOf({ say: step }).flow },
  })
  const { body: variables } = await to.client.get(`${to.base}/variables`)
  expect(variables.data).toMatchObject([
    { placeholder: 'TOKEN', is_secret: true },
    { placeholder: 'SHOP', value: 'Roses' },
  ])
  for (const junk of [{ ...file, format: 'other' }, { ...file, format_version: 2 }, { ...file, flow: 'x' }, []]) {
    expect((await to.client.post(`${to.path}/import`, junk)).status).toBe(400)
  }
})

test('a workflow is cloned only into an active organization that one administers', async () => {
  const from = await givenWorkflows(app)
  const to = await givenWorkflows(app)
  await from.client.post(`${from.base}/variables`, { placeholder: 'SHOP', value: 'Tulips', is_secret: false })
  const { id } = await from.create({ say: { type: 'message', text: '{{SHOP}}', pinned: 'Ann Private' } })
  const clone = (organization_id: string) => from.client.post(`${from.path}/${id}/clone`, { organization_id })
  expect((await clone(to.organization.id)).status).toBe(404)
  expect((await clone(newId())).status).toBe(404)
  await join(to.organization, from.admin, 'member')
  expect((await clone(to.organization.id)).status).toBe(403)
  const third = await givenWorkflows(app)
  await join(third.organization, from.admin, 'admin')
  const { status, body } = await clone(third.organization.id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ organization_id: third.organization.id, name: 'Greet', problems: [] })
  expect(body.flow.steps.say).not.toHaveProperty('pinned')
  const { body: variables } = await third.client.get(`${third.base}/variables`)
  expect(variables.data).toMatchObject([{ placeholder: 'SHOP', value: '' }])
})

test('a variable says which workflows name it, to those who see workflows', async () => {
  const { client, base, create, member } = await givenWorkflows(app)
  const { body: variable } = await client.post(`${base}/variables`, {
    placeholder: 'SHOP',
    value: 'T',
    is_secret: false,
  })
  const { id } = await create({ say: { type: 'message', text: 'From {{SHOP}}' } })
  await create({ say: { type: 'message', text: 'From {{SHOPS}} and SHOP' } })
  const usages = `${base}/variables/${variable.id}/usages`
  expect((await client.get(usages)).body).toEqual([{ type: 'workflow', id, name: 'Greet' }])
  expect((await (await app.as(member)).get(usages)).body).toEqual([])
})
