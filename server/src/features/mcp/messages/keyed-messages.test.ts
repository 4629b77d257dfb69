import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenHosted } from '#testing/tools/hosted.ts'
import { memberships } from '../../organizations/table.ts'

const app = await testApp()

test('the tokens of one person for teammates of two organizations are never answered for each other', async () => {
  const here = await app.given.organization()
  const there = await app.given.organization()
  const { id: user_id } = here.admin
  await app.ctx.db.insert(memberships).values({ organization_id: there.organization.id, user_id, role: 'admin' })
  const ask = async ({ organization }: typeof here, instructions: string) => {
    const teammate = await app.given.teammate(organization, { name: 'Ada', instructions })
    const { token } = await givenHosted(app, here.admin, teammate)
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    }
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
    const answer = await app.anyone.post('/mcp', message, { ...headers, 'idempotency-key': 'token-key' })
    return JSON.stringify(answer.body)
  }
  expect(await ask(here, 'Speak of ships.')).toContain('Speak of ships.')
  expect(await ask(there, 'Speak of trains.')).toContain('Speak of trains.')
})
