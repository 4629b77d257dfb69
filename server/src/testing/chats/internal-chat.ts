import { expect } from 'vitest'
import type { InternalMessageAccepted } from '#contracts/internal-chat.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import type { UserRow } from '#features/users/table.ts'
import type { TestApp } from '../app.ts'
import { startCustomDouble } from '../doubles/vendors/chat-completions.ts'
import { messageOf } from './private-chat.ts'

type OrganizationValues = Parameters<TestApp['given']['organization']>[0]
type Values = Parameters<TestApp['given']['connectedTeammate']>[2]

/** The teammate answers: no operator has the chat. */
type Answering = { [Key in keyof InternalMessageAccepted]: string }

/** A teammate behind a vendor double, and its admin in an internal chat with it. */
export async function givenInternalChat(
  app: TestApp,
  { organization: row, values }: { organization?: OrganizationValues; values?: Values } = {},
) {
  const vendor = await startCustomDouble(null)
  const given = await app.given.organization(row)
  const teammate = await app.given.connectedTeammate(given.organization, vendor, { name: 'Ada', ...values })
  const base = `/api/organizations/${given.organization.id}`
  const chatOf = async (user: UserRow, { id }: Pick<TeammateRow, 'id'> = teammate) => {
    const client = await app.as(user)
    const path = `${base}/employees/${id}`
    const send = (message: string, more: object = {}) => client.post(`${path}/messages`, { message, ...more })
    return {
      client,
      path,
      send,
      /** Writes and waits for the end of the answer. */
      async sendAndWait(message: string, more: object = {}): Promise<Answering> {
        const { status, body } = await send(message, more)
        expect(status, JSON.stringify(body)).toBe(200)
        await expect.poll(async () => (await messageOf(app, body.assistant_message_id)).status).not.toBe('in_progress')
        return body
      },
      history: async (query = '') => (await client.get(`${base}/internal-chat/conversations${query}`)).body,
    }
  }
  return {
    ...given,
    ...(await chatOf(given.admin)),
    base,
    vendor,
    teammate,
    chatOf,
    [Symbol.asyncDispose]: () => vendor.close(),
  }
}

/** The rooms in which this person receives events of their own chats with the teammate. */
export const ownRooms = (
  { organization, teammate }: Pick<Given, 'organization' | 'teammate'>,
  user: UserRow,
): string[] => [`viewer:${teammate.id}:${user.id}`, `admin:${organization.id}:${user.id}`]

type Given = Awaited<ReturnType<typeof givenInternalChat>>
