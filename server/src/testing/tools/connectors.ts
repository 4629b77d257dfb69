import type { TestApp } from '../app.ts'
import { givenPrivateChat } from '../chats/private-chat.ts'
import type { Speaking } from '../doubles/tool-server.ts'
import { startToolServer } from '../doubles/tool-server.ts'

type Options = Parameters<typeof startToolServer>[0] & { headers?: Record<string, string>; name?: string }

/** A teammate with a connector to a real server of tools, and what its owner may do. */
export async function givenConnector(app: TestApp, { name = 'CRM', headers = {}, ...server }: Options = {}) {
  const tools = await startToolServer(server)
  const given = await givenPrivateChat(app, { organization: { use_lazy_tools: false } })
  const owner = await app.as(given.owner)
  const base = `/api/organizations/${given.organization.id}`
  const { body: connector } = await owner.post(`${base}/mcps`, { type: 'simple', name, url: tools.url, headers })
  const assigned = `${base}/mcps/employee/${given.teammate.id}`
  await owner.post(assigned, { mcp_id: connector.id })
  const show = async () => (await owner.get(`${base}/mcps/mcp/${connector.id}`)).body
  return Object.assign(given, {
    tools,
    person: owner,
    base,
    assigned,
    connector,
    show,
    test: () => owner.post(`${base}/mcps/test`, { employee_id: given.teammate.id, mcp_id: connector.id }),
    async [Symbol.asyncDispose]() {
      await tools[Symbol.asyncDispose]()
      await given.vendor.close()
    },
  })
}
export type { Speaking }
