import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'

const app = await ownTestApp()
const ROUNDS = 6
const CONTACTS = 8

/** Rows of conversations and contact channels that do not exist. */
const orphans = sql`
  select 'message' as kind from messages m where not exists (select from conversations c where c.id = m.conversation_id)
  union all select 'participant' from participants p where not exists (select from conversations c where c.id = p.conversation_id)
    or not exists (select from contact_channels k where k.id = p.contact_channel_id)
  union all select 'text' from message_texts t where not exists (select from conversations c where c.id = t.conversation_id)
    or not exists (select from contact_channels k where k.id = t.contact_channel_id)
  union all select 'conversation' from conversations c
    where not exists (select from contact_channels k where k.id = c.contact_channel_id)`

test('a contact that is deleted while it writes and is answered leaves nothing behind', async () => {
  await using given = await givenInbox(app)
  const statuses: number[] = []
  const visit = async (nth: number) => {
    const write = (conversation: string) =>
      given.client.post(given.path, {
        message: 'write 20 words',
        channel: 'api',
        conversation: { id: conversation },
        contact: { id: `c${nth}` },
      })
    const conversation = await given.open(`first-${nth}`, { id: `c${nth}` })
    const { contact } = (await given.operator.get(given.at(conversation))).body
    const written = [write(`first-${nth}`), write(`second-${nth}`)]
    // Somewhere between a message and the end of its answer.
    await setTimeout(nth * 3)
    statuses.push((await given.operator.delete(`${given.base}/contacts/${contact.id}`)).status)
    await Promise.all(written)
  }
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(Array.from({ length: CONTACTS }, (_, nth) => visit(nth)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await app.ctx.db.execute(orphans)).rows).toEqual([])
})

test('an organization that is deleted from the database takes its conversations with it', async () => {
  await using given = await givenInbox(app)
  const conversation = await given.open()
  await app.ctx.db.delete(organizations).where(eq(organizations.id, given.organization.id))
  const left = await app.ctx.db.execute(sql`
    select 1 from conversations where id = ${conversation} union all select 1 from messages where conversation_id = ${conversation}`)
  expect(left.rows).toEqual([])
  expect((await app.ctx.db.execute(orphans)).rows).toEqual([])
})
