import { eq } from 'drizzle-orm'
import { conversations } from '#features/conversations/table.ts'
import type { UserRow } from '#features/users/table.ts'
import type { TestApp } from '../app.ts'
import { givenPrivateChat } from './private-chat.ts'

/** A customer who writes to a teammate over the private API, and the people who look after the conversation. */
export async function givenInbox(app: TestApp, options: Parameters<typeof givenPrivateChat>[1] = {}) {
  const given = await givenPrivateChat(app, options)
  const base = `/api/organizations/${given.organization.id}`
  const operator = await app.as(given.owner)
  let opened = 0
  return {
    ...given,
    base,
    /** The owner's own client; `client` is the customer's. */
    operator,
    asUser: (user: UserRow) => app.as(user),
    /** The customer says something, and the teammate answers; the conversation's id. */
    async open(conversation = `order-${++opened}`, contact: object = { id: `customer-${opened}` }): Promise<string> {
      const { status, body } = await given.client.post(given.path, {
        message: 'Hello',
        channel: 'api',
        conversation: { id: conversation },
        contact,
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return conversationOf(app, conversation, given.organization.id)
    },
    list: async (query = '') => (await operator.get(`${base}/conversations${query}`)).body,
    counts: async (query = '', client = operator) => (await client.get(`${base}/conversations/counts${query}`)).body,
    at: (id: string, rest = '') => `${base}/conversations/${id}${rest}`,
  }
}

/** By the caller's own id. */
export async function conversationOf(app: TestApp, external_id: string, organization_id: string): Promise<string> {
  const rows = await app.ctx.db.select().from(conversations).where(eq(conversations.external_id, external_id))
  const found = rows.find((row) => row.organization_id === organization_id)
  if (!found) throw new Error(`There is no conversation ${external_id}`)
  return found.id
}
