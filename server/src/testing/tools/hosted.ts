import type { TeammateRow } from '#features/teammates/table.ts'
import type { UserRow } from '#features/users/table.ts'
import type { TestApp } from '../app.ts'
import { type Answer, createClient } from '../client.ts'

/** A program that speaks to the hosted endpoint, at any server. */
export function hostedClient(base_url: string, token: string) {
  const client = createClient(base_url, { authorization: `Bearer ${token}` })
  let last = 0
  const ask = (method: string, params?: object, headers?: Record<string, string>): Promise<Answer> =>
    client.post('/mcp', { jsonrpc: '2.0', id: ++last, method, ...(params && { params }) }, headers)
  return {
    client,
    ask,
    call: (name: string, given: object = {}) => ask('tools/call', { name, arguments: given }),
    async names(): Promise<string[]> {
      const { body } = await ask('tools/list')
      return body.result.tools.map(({ name }: { name: string }) => name)
    },
  }
}

/** A person's program for a teammate of theirs. */
export async function givenHosted(app: TestApp, user: UserRow, teammate: Pick<TeammateRow, 'id' | 'organization_id'>) {
  const person = await app.as(user)
  const path = `/api/organizations/${teammate.organization_id}/employees/${teammate.id}/mcp-tokens`
  const { status, body } = await person.post(path, { name: 'My program' })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  const token: string = body.token
  return { person, path, token, created: body, ...hostedClient(app.base_url, token) }
}
