import { expect, test } from 'vitest'
import type { TeammateFile } from '#contracts/teammate-files.ts'
import { testApp } from '#testing/app.ts'
import { givenApi } from '#testing/tools/api-connectors.ts'

const app = await testApp()

test('the operations of an API go with a teammate, with the part of their document that they need and without its key', async () => {
  await using given = await givenApi(app, { operations: ['POST /customers', 'GET /customers/{id}'] })
  const { body: file } = await given.person.get(`${given.base}/employees/${given.teammate.id}/export`)
  const [exported] = (file as TeammateFile).connectors
  if (!exported || !('connector' in exported) || exported.connector.type !== 'openapi') throw new Error('Not exported')
  const { document, ...connector } = exported.connector
  expect(connector).toEqual({
    type: 'openapi',
    name: 'CRM',
    url: given.api.url,
    headers: { 'X-Api-Key': '{{API_KEY}}' },
    operations: ['POST /customers', 'GET /customers/{id}'],
  })
  const part = JSON.parse(document)
  expect(Object.entries(part.paths).map(([path, item]) => [path, Object.keys(item as object)])).toEqual([
    ['/customers', ['post']],
    ['/customers/{id}', ['parameters', 'get']],
  ])
  expect(Object.keys(part.components)).toEqual(['securitySchemes', 'parameters', 'schemas'])

  const theirs = await app.given.organization()
  const person = await app.as(theirs.owner)
  const base = `/api/organizations/${theirs.organization.id}`
  const imported = await person.post(`${base}/employees/import`, file)
  expect(imported.status).toBe(200)
  expect(imported.body.notices).toContainEqual({ kind: 'variable_is_empty', name: 'API_KEY' })
  const [taken] = (await person.get(`${base}/mcps`)).body.data
  expect(taken).toMatchObject({ type: 'openapi', name: 'CRM', tool_count: 2, token_count: given.connector.token_count })
  const again = await person.post(`${base}/employees/import`, file)
  expect(again.status).toBe(200)
  expect((await person.get(`${base}/mcps`)).body.total).toBe(1)
})

test('a file whose API cannot be read is refused, and nothing of it is kept', async () => {
  await using given = await givenApi(app, { operations: ['GET /customers'] })
  const { body: file } = await given.person.get(`${given.base}/employees/${given.teammate.id}/export`)
  const theirs = await app.given.organization()
  const person = await app.as(theirs.owner)
  const base = `/api/organizations/${theirs.organization.id}`
  for (const change of [{ document: '{' }, { operations: ['GET /nowhere'] }]) {
    const [first] = structuredClone(file.connectors)
    Object.assign(first.connector, change)
    const { status, body } = await person.post(`${base}/employees/import`, { ...file, connectors: [first] })
    expect([status, body.code]).toEqual([422, 'DOCUMENT_UNREADABLE'])
  }
  expect((await person.get(`${base}/mcps`)).body.data).toEqual([])
  expect((await person.get(`${base}/employees`)).body.data.map(({ name }: { name: string }) => name)).not.toContain(
    'Ada',
  )
})
