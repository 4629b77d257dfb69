import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

test('a server of something else, and a port of another protocol, are named in words', async () => {
  const api = await serve((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"name":"An API","version":2}')
  })
  const { organization, owner } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const client = await app.as(owner)
  const base = `/api/organizations/${organization.id}/mcps`
  const errorOf = async (url: string) => {
    const { body } = await client.post(base, { type: 'simple', name: url, url })
    return (await client.post(`${base}/test`, { employee_id: teammate.id, mcp_id: body.id })).body.error
  }
  expect(await errorOf(`${api.url}/mcp`)).toBe(
    'The server answered wrongly: this is no answer of the Model Context Protocol. Its address may be another one.',
  )
  expect(await errorOf('http://127.0.0.1:25/mcp')).toBe('This port belongs to another protocol and is not called.')
})
