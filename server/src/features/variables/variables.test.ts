import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenVariables } from '#testing/variables.ts'
import { variables } from './table.ts'

const app = await testApp()
const MASK = '••••••••'
const SECRET = 'sk-a-secret-that-nobody-may-read'

const given = () => givenVariables(app)

test('any member creates a variable, changes its value and deletes it, and everyone in the organization is notified of it', async () => {
  const { path, client, organization, names, events } = await given()
  const { status, body: created } = await client.post(path, { placeholder: ' SHOP ', value: 'Shop', is_secret: false })
  expect({ status, created }).toEqual({
    status: 200,
    created: {
      id: expect.any(Number),
      organization_id: organization.id,
      placeholder: 'SHOP',
      value: 'Shop',
      is_secret: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    },
  })
  const changed = await client.put(`${path}/${created.id}`, { value: '' })
  expect(changed.body).toEqual({ ...created, value: '', updated_at: expect.any(String) })
  expect((await client.delete(`${path}/${created.id}`)).body).toEqual({ success: true })
  expect(await names()).toEqual([])
  expect(events().map(({ name, rooms, payload }) => [name, rooms, payload.value])).toEqual([
    ['variable.created', [`organization:${organization.id}`], 'Shop'],
    ['variable.updated', [`organization:${organization.id}`], ''],
    ['variable.deleted', [`organization:${organization.id}`], ''],
  ])
})

test('a secret is sealed at rest and masked in every answer, event and entry of the audit log', async () => {
  const { path, client, base, admin, organization, events, acts, create } = await given()
  const answers: unknown[] = []
  const created = await create('API_KEY', SECRET, true)
  answers.push(created, (await client.put(`${path}/${created.id}`, { value: `${SECRET}-2` })).body)
  answers.push((await client.get(path)).body)
  answers.push((await client.post(path, { placeholder: 'API_KEY', value: SECRET, is_secret: true })).body)
  answers.push((await client.post(`${path}/bulk-delete`, { ids: [created.id] })).body)
  answers.push((await client.get(`${path}/deleted`)).body)
  answers.push((await client.post(`${path}/bulk-restore`, { ids: [created.id] })).body)
  answers.push((await (await app.as(admin)).get(`${base}/audit-log?limit=100`)).body)
  expect(JSON.stringify(answers)).not.toContain(SECRET)
  expect(created.value).toBe(MASK)
  expect(events()).toHaveLength(4)
  expect(events().map(({ payload }) => payload.value)).toEqual([MASK, MASK, MASK, MASK])
  const rows = await app.ctx.db.execute(sql`select v::text from variables v where organization_id = ${organization.id}`)
  expect(JSON.stringify(rows.rows)).not.toContain(SECRET)
  expect((await acts()).map(({ action, before, after }: Record<string, unknown>) => [action, before, after])).toEqual([
    ['variable.created', null, { is_secret: true }],
    ['variable.updated', null, null],
    ['variable.deleted', null, null],
    ['variable.restored', null, null],
  ])
})

test('the audit log tells what a public value was before and after', async () => {
  const { path, client, create, acts } = await given()
  const { id } = await create('SHOP', 'Old')
  await client.put(`${path}/${id}`, { value: 'New' })
  const subject = { type: 'variable', id: String(id), name: 'SHOP' }
  expect(await acts()).toMatchObject([
    { action: 'variable.created', subject, before: null, after: { is_secret: false, value: 'Old' } },
    { action: 'variable.updated', subject, before: { value: 'Old' }, after: { value: 'New' } },
  ])
})

test('the same public value again is no change; of a secret nobody learns by it that they guessed right', async () => {
  const { path, client, create, events } = await given()
  const open = await create('OPEN', 'same')
  const secret = await create('SECRET', SECRET, true)
  const before = events().length
  expect((await client.put(`${path}/${open.id}`, { value: 'same' })).body).toEqual(open)
  expect(events()).toHaveLength(before)
  for (const value of [SECRET, 'a wrong guess']) await client.put(`${path}/${secret.id}`, { value })
  expect(events()).toHaveLength(before + 2)
})

test('variables are listed newest first in pages, and found by name and by kind', async () => {
  const { path, client, create, names } = await given()
  for (const name of ['A_1', 'AB1', 'b']) await create(name)
  await create('SECRET_A_1', SECRET, true)
  const { body } = await client.get(`${path}?limit=3`)
  expect(body).toMatchObject({ page: 1, limit: 3, total: 4, hasMore: true })
  expect(await names()).toEqual(['SECRET_A_1', 'b', 'AB1', 'A_1'])
  expect(await names('?limit=3&page=2')).toEqual(['A_1'])
  expect(await names('?placeholder=a_1')).toEqual(['SECRET_A_1', 'A_1'])
  expect(await names('?placeholder=a_1&is_secret=false')).toEqual(['A_1'])
  expect(await names('?is_secret=true')).toEqual(['SECRET_A_1'])
  expect(await names('?placeholder=&is_secret=')).toHaveLength(4)
  expect(await names('?placeholder=%25')).toEqual([])
  for (const query of ['limit=0', 'limit=101', 'page=0', 'is_secret=maybe', 'limit=x']) {
    expect((await client.get(`${path}?${query}`)).body.code).toBe('VALIDATION_FAILED')
  }
})

test('rows of one moment are listed by their id, the latest first', async () => {
  const { organization, names } = await given()
  const created_at = new Date(0)
  const values = ['A', 'B', 'C'].map((placeholder) => {
    return { organization_id: organization.id, placeholder, value: '', is_secret: false, created_at }
  })
  await app.ctx.db.insert(variables).values(values)
  expect(await names()).toEqual(['C', 'B', 'A'])
})

test('names are case-sensitive, and an active one is refused a second time', async () => {
  const { path, client, create, names } = await given()
  await create('Name')
  await create('NAME')
  const second = await client.post(path, { placeholder: 'NAME', value: 'x', is_secret: true })
  expect(second).toMatchObject({
    status: 409,
    body: { code: 'VARIABLE_EXISTS', error: 'There is already a variable named "NAME"' },
  })
  expect(await names()).toEqual(['NAME', 'Name'])
})

test('reserved names are refused, however they are written; others of their letters are not', async () => {
  const { path, client, names } = await given()
  for (const placeholder of ['role', 'goal', 'instructions', ' role ', 'ro\0le']) {
    const { status, body } = await client.post(path, { placeholder, value: 'x', is_secret: false })
    expect({ status, path: body.issues[0].path }).toEqual({ status: 400, path: 'placeholder' })
  }
  for (const placeholder of ['Role', 'role_2'])
    expect((await client.post(path, { placeholder, value: 'x', is_secret: false })).status).toBe(200)
  expect(await names()).toEqual(['role_2', 'Role'])
})

test('only the value of a variable changes', async () => {
  const { path, client, create, listed } = await given()
  const variable = await create('SHOP', 'Shop')
  for (const body of [
    { placeholder: 'OTHER' },
    { value: 'x', placeholder: 'OTHER' },
    { value: 'x', is_secret: true },
    { value: 'x', deleted_at: null },
    {},
    { value: null },
    { value: 1 },
  ]) {
    expect(await client.put(`${path}/${variable.id}`, body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    })
  }
  expect(await listed()).toEqual([variable])
})

test('hostile names and values are kept as they are, without NUL', async () => {
  const { create, listed, path, client } = await given()
  const large = 'x'.repeat(65_536)
  await create('__proto__', '{{__proto__}}')
  await create('конструктор }} {{', 'a\0b')
  await create('LARGE', large)
  expect((await listed()).map(({ placeholder, value }) => [placeholder, value])).toEqual([
    ['LARGE', large],
    ['конструктор }} {{', 'ab'],
    ['__proto__', '{{__proto__}}'],
  ])
  for (const body of [
    { placeholder: '', value: 'x', is_secret: false },
    { placeholder: '\0 \0', value: 'x', is_secret: false },
    { placeholder: 'x'.repeat(101), value: 'x', is_secret: false },
    { placeholder: 'x', value: `${large}x`, is_secret: false },
    { placeholder: 'x', value: MASK, is_secret: true },
    { placeholder: 'x', value: 'x' },
    { placeholder: 'x', value: 'x', is_secret: 'true' },
    { placeholder: 1, value: 'x', is_secret: true },
    {},
  ]) {
    expect((await client.post(path, body)).body.code).toBe('VALIDATION_FAILED')
  }
})

test('several variables are deleted and restored at once, and a deleted name is free meanwhile', async () => {
  const { path, client, create, names } = await given()
  const [a, b] = [await create('A', 'first'), await create('B')]
  const ids = [a.id, b.id]
  expect((await client.post(`${path}/bulk-delete`, { ids: [...ids, a.id] })).body).toEqual({ success: true, ids })
  expect(await names()).toEqual([])
  const { body: deleted } = await client.get(`${path}/deleted?limit=1`)
  expect(deleted).toMatchObject({ total: 2, hasMore: true, data: [{ deleted_at: expect.any(String) }] })
  expect((await client.post(`${path}/bulk-restore`, { ids })).body).toEqual({ success: true, ids })
  expect(await names()).toEqual(['B', 'A'])
  expect((await client.get(`${path}/deleted`)).body.data).toEqual([])
  await client.delete(`${path}/${a.id}`)
  expect((await create('A', 'second')).id).not.toBe(a.id)
})

test('a name that was taken meanwhile is not restored, and nothing beside it either', async () => {
  const { path, client, create, listed, acts } = await given()
  const [first, other] = [await create('A', 'first'), await create('B')]
  const ids = [first.id, other.id]
  await client.post(`${path}/bulk-delete`, { ids })
  const second = await create('A', 'second')
  const before = (await acts()).length
  const refused = {
    status: 409,
    body: { code: 'VARIABLE_EXISTS', error: 'There is already a variable named "A"' },
  }
  expect(await client.post(`${path}/bulk-restore`, { ids })).toMatchObject(refused)
  expect(await listed()).toEqual([second])
  expect(await acts()).toHaveLength(before)
  await client.delete(`${path}/${second.id}`)
  expect(await client.post(`${path}/bulk-restore`, { ids: [first.id, second.id] })).toMatchObject(refused)
})

test('an id that is unknown, of another organization or in the wrong state changes nothing for the others', async () => {
  const { path, client, create, names } = await given()
  const theirs = await given()
  const foreign = (await theirs.create('THEIRS')).id
  const [a, gone] = [await create('A'), await create('GONE')]
  await client.delete(`${path}/${gone.id}`)
  for (const id of [999_999_999, Number.MAX_SAFE_INTEGER, foreign, gone.id])
    expect((await client.post(`${path}/bulk-delete`, { ids: [a.id, id] })).status).toBe(404)
  for (const id of [999_999_999, foreign, a.id])
    expect((await client.post(`${path}/bulk-restore`, { ids: [gone.id, id] })).status).toBe(404)
  expect(await names()).toEqual(['A'])
  expect(await theirs.names()).toEqual(['THEIRS'])
  for (const ids of [undefined, [], [0], [-1], [1.5], ['1'], [null], 1, Array.from({ length: 501 }, (_, at) => at + 1)])
    for (const call of ['bulk-delete', 'bulk-restore'])
      expect((await client.post(`${path}/${call}`, { ids })).body.code).toBe('VALIDATION_FAILED')
})

test('another organization’s variable answers exactly like a missing one, and a non-member has no way in', async () => {
  const mine = await given()
  const theirs = await given()
  const { id } = await theirs.create('THEIRS')
  for (const call of [
    (id: number) => mine.client.put(`${mine.path}/${id}`, { value: 'mine' }),
    (id: number) => mine.client.delete(`${mine.path}/${id}`),
    (id: number) => mine.client.post(`${mine.path}/bulk-delete`, { ids: [id] }),
    (id: number) => mine.client.post(`${mine.path}/bulk-restore`, { ids: [id] }),
  ]) {
    const answer = await call(id)
    expect(answer.status).toBe(404)
    expect(answer).toLookLike(await call(999_999_999))
  }
  expect((await mine.client.get(theirs.path)).status).toBe(404)
  expect((await mine.client.post(theirs.path, { placeholder: 'X', value: '', is_secret: false })).status).toBe(404)
  expect((await app.anyone.get(mine.path)).status).toBe(401)
  expect(await theirs.names()).toEqual(['THEIRS'])
})
