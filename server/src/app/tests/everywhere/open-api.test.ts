import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { nameOf } from '#testing/routes/walk.ts'

const app = await testApp()

const ORGANIZATION = '/api/organizations/{organization_id}'
/** The contract's own, which the server tells apart: a version's id is where a type may, and `runs` where a workflow's id does. */
const ambiguous = [
  ...['ai_employee/{employee_id}', 'workflow/{workflow_id}'].map((of) => [
    `${ORGANIZATION}/entity-versions/{entity_version_id}/restore`,
    `${ORGANIZATION}/entity-versions/${of}`,
  ]),
  ...['triggers', 'run', 'clone', 'export', 'restore', 'validate'].map((act) => [
    `${ORGANIZATION}/workflows/runs/{run_id}`,
    `${ORGANIZATION}/workflows/{workflow_id}/${act}`,
  ]),
].map((pair) => pair.sort())
/** So the contract lists a folder. */
const withTrailingSlash = ['/api/private/storage/']

const pathsIn = (message: string): string[] => [...message.matchAll(/`([^`]+)`/g)].flatMap(([, path]) => path ?? [])

function isKnown({ ruleId, message }: { ruleId: string; message: string }): boolean {
  const named = pathsIn(message)
  if (ruleId === 'no-path-trailing-slash') return withTrailingSlash.some((path) => named.includes(path))
  return ruleId === 'no-ambiguous-paths' && ambiguous.some((pair) => pair.every((path) => named.includes(path)))
}

/** The linter names one other path for each that is ambiguous: the next is found once that one is left out. */
async function ambiguousPairs(paths: string[]): Promise<string[][]> {
  const config = await createConfig({ rules: { 'no-ambiguous-paths': 'error' } })
  const lint = async (paths: Iterable<string>) => {
    const described = Object.fromEntries([...paths].map((path) => [path, {}]))
    const source = JSON.stringify({ openapi: '3.1.0', info: { title: 'Paths', version: '1' }, paths: described })
    return (await lintFromString({ source, config })).map(({ message }) => pathsIn(message))
  }
  const pairs: string[][] = []
  for (const [, path] of await lint(paths)) {
    const left = new Set(paths)
    for (;;) {
      const pair = (await lint(left)).find(([, each]) => each === path)
      if (!pair?.[0]) break
      left.delete(pair[0])
      pairs.push(pair.sort())
    }
  }
  return pairs
}

test('the API document passes the recommended rules of an independent linter', async () => {
  const { body } = await app.anyone.get('/openapi.json')
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // A server of one's own is where a developer reads this.
      'no-server-example.com': 'off',
      // A page that only sends elsewhere has no other success; each having one is asked below.
      'operation-2xx-response': 'off',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(body), config })
  const shown = problems
    .filter((problem) => !isKnown(problem))
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
  expect([...new Set(shown)]).toEqual([])
})

test('no paths of the API document are ambiguous, or end with a slash, but those of the contract', async () => {
  const { body } = await app.anyone.get('/openapi.json')
  const paths = Object.keys(body.paths)
  expect((await ambiguousPairs(paths)).sort()).toEqual(ambiguous.sort())
  expect(paths.filter((path) => path.endsWith('/'))).toEqual(withTrailingSlash)
})

test('every route is described under an id of its own, with what it may be refused with', async () => {
  const { body } = await app.anyone.get('/openapi.json')
  const described = Object.entries<Record<string, { operationId: string; responses: object }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  )
  // What is refused whatever is sent is no operation.
  const operations = app.routes.filter(({ endpoint }) => endpoint.answer || !endpoint.errors?.[405])
  expect(described.map(({ name }) => name).sort()).toEqual(operations.map(nameOf).sort())
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
