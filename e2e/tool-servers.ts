import type { APIRequestContext } from 'playwright-core'
import { z } from 'zod'

const Created = z.object({ id: z.string() })
const Token = z.object({ token: z.string() })
type Office = { base_url: string; organization: string; provider_id: string; user_id: string }

/** One teammate uses the tools of another at this server's own hosted endpoint, and a server that does not answer. */
export async function connectTools(api: APIRequestContext, office: Office): Promise<void> {
  const { base_url, organization, provider_id, user_id } = office
  const write = async (path: string, data: object): Promise<unknown> =>
    (await api.post(`${organization}/${path}`, { data })).json()
  const tools = ['storage.search', 'storage.read_file', 'http_request']
  await api.put(`${organization}/employees/${provider_id}`, { data: { tools } })
  const { token } = Token.parse(await write(`employees/${provider_id}/mcp-tokens`, { name: 'Library' }))
  const headers = { Authorization: `Bearer ${token}` }
  const connectors = [
    { name: 'Library', url: `${base_url}/mcp`, headers },
    { name: 'Warehouse', url: 'http://127.0.0.1:2/mcp', headers: {} },
  ]
  for (const connector of connectors) {
    const { id: mcp_id } = Created.parse(await write('mcps', { type: 'simple', ...connector }))
    await write(`mcps/employee/${user_id}`, { mcp_id })
    await write('mcps/test', { mcp_id, employee_id: user_id })
  }
  const ask = [{ name: 'library__http_request', ask: true }]
  await api.put(`${organization}/employees/${user_id}`, { data: { tools: [...tools, ...ask] } })
  await write(`employees/${user_id}/mcp-tokens`, { name: 'Editor on my laptop' })
}
