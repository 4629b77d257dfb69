import type { TeammateRow } from '#features/teammates/table.ts'
import type { TestApp } from '../app.ts'
import { givenInternalChat } from '../chats/internal-chat.ts'
import { storageClient } from './storage.ts'

type Call = readonly [tool: string, input?: object]
type TeammateValues = Parameters<TestApp['given']['teammate']>[1]

/** Nothing is stored yet; an admin who stores and shares, and teammates that call the storage's tools as their runs do. */
export async function givenToolCallers(app: TestApp) {
  const tools = [...app.ctx.ports.tools.keys()].filter((name) => name.startsWith('storage.'))
  const chat = await givenInternalChat(app, { organization: { use_lazy_tools: false }, values: { tools } })
  const storage = storageClient(chat.client, `${chat.base}/storage`)

  function caller(teammate: TeammateRow) {
    /** What a model that makes these calls at once receives, as text. */
    async function calls(...wanted: Call[]): Promise<string[]> {
      const tool_calls = wanted.map(([tool, input = {}], n) => ({ id: `call_${n}`, name: `storage.${tool}`, input }))
      chat.vendor.reply({ tool_calls }, { text: 'Done.' })
      const { sendAndWait } = await chat.chatOf(chat.admin, teammate)
      await sendAndWait('Go on!', { create_new_conversation: true })
      return toolResults(chat.vendor.requests.at(-1)?.body.messages)
    }
    return {
      teammate,
      calls,
      text: async (...call: Call): Promise<string> => (await calls(call))[0] ?? '',
      // biome-ignore lint/suspicious/noExplicitAny: a test reads freely what a model receives
      json: async (...call: Call): Promise<any> => JSON.parse((await calls(call))[0] ?? ''),
      share: (path: string, permission: 'read' | 'write') =>
        chat.client.post(`${storage.base}/folder/share`, { path, permission, employee_id: teammate.id }),
      unshare: (path: string) =>
        chat.client.delete(`${storage.base}/folder/share?path=${encodeURIComponent(path)}&employee_id=${teammate.id}`),
    }
  }

  return {
    ...chat,
    storage,
    caller,
    ada: caller(chat.teammate),
    /** Another teammate of the same model and tools. */
    another: async (values: TeammateValues = {}) =>
      caller(await app.given.teammate(chat.organization, { model: chat.teammate.model, tools, ...values })),
  }
}

export function toolResults(messages: unknown): string[] {
  const sent = (messages ?? []) as { role: string; content: unknown }[]
  return sent.filter(({ role }) => role === 'tool').map(({ content }) => String(content))
}
