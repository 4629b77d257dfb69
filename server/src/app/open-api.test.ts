import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { nameOf } from '#testing/walk.ts'

const app = await testApp()

test('the API document passes the recommended rules of a stranger’s linter', async () => {
  const { body } = await app.anyone.get('/openapi.json')
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The contract's own: a folder is listed at `/api/private/storage/`, and a version's id stands where a type may.
      'no-path-trailing-slash': 'off',
      'no-ambiguous-paths': 'off',
      // A server of one's own is where a developer reads this.
      'no-server-example.com': 'off',
      // A page that only sends elsewhere has no other success; each having one is asked below.
      'operation-2xx-response': 'off',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(body), config })
  const shown = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
  expect([...new Set(shown)]).toEqual([])
})

test('every route is described under an id of its own, with what it may be refused with', async () => {
  const { body } = await app.anyone.get('/openapi.json')
  const described = Object.entries<Record<string, { operationId: string; responses: object }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  )
  expect(described.map(({ name }) => name).sort()).toEqual(app.routes.map(nameOf).sort())
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length)
  for (const { name, responses } of described) {
    const statuses = Object.keys(responses)
    expect(
      statuses.some((status) => /^[23]/.test(status)),
      name,
    ).toBe(true)
    expect(
      statuses.some((status) => status.startsWith('4')),
      name,
    ).toBe(true)
  }
})
