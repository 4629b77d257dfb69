import { and, eq, like, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { contacts } from '#features/contacts/table.ts'
import { conversations } from '#features/conversations/table.ts'
import { testApp } from '#testing/app.ts'
import { conversationOf, givenInbox } from '#testing/chats/inbox.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { foldTexts } from '../jobs.ts'
import { textsToFold } from './table.ts'

const app = await testApp()

/** As rows are that a version before folding has written. */
async function unfold() {
  const triggers = [
    ['message_texts', 'message_texts_are_folded', `text = lower(content) from messages where messages.id = message_id`],
    ['contacts', 'contacts_are_folded', `searched = lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`],
    ['conversations', 'titles_are_folded', 'folded_title = null'],
    ['storage_entries', 'entry_names_are_folded', 'folded_name = null'],
  ] as const
  for (const [table, trigger, before] of triggers) {
    await app.ctx.db.execute(sql.raw(`alter table ${table} disable trigger ${trigger}`))
    await app.ctx.db.execute(sql.raw(`update ${table} set ${before}`))
    await app.ctx.db.execute(sql.raw(`alter table ${table} enable trigger ${trigger}`))
    await app.ctx.db.insert(textsToFold).values({ table_name: table })
  }
}

/** Contacts of the organization whose folded text is like this. */
const countOf = ({ organization }: { organization: { id: string } }, pattern: string) =>
  app.ctx.db.$count(contacts, and(eq(contacts.organization_id, organization.id), like(contacts.searched, pattern)))

test('what was stored before folding is found as it was before, and once it is folded however it is typed', async () => {
  await using given = await givenInbox(app)
  const save = async (message: string, conversation: string, first_name = '') => {
    given.vendor.reply({ text: 'Ok.' })
    const body = {
      message,
      channel: 'api',
      conversation: { id: conversation },
      contact: { id: conversation, first_name },
    }
    expect((await given.client.post(given.path, body)).status).toBe(200)
    return conversationOf(app, conversation, given.organization.id)
  }
  const find = async (q: string) => {
    const { body } = await given.operator.get(`${given.base}/conversations/search?q=${encodeURIComponent(q)}`)
    return body.data.map((row: { id: string }) => row.id)
  }
  const written = await save('Señor Muñoz', 'o-1')
  const named = await save('Hello', 'o-2', 'Muñoz')
  const titled = await save('Hello', 'o-3')
  await app.ctx.db.update(conversations).set({ title: 'Muñoz' }).where(eq(conversations.id, titled))
  for (let n = 0; n < 450; n++)
    await app.ctx.db.insert(contacts).values({ organization_id: given.organization.id, first_name: `Zoë ${n}` })
  await unfold()
  expect(await find('MUÑOZ')).toEqual([titled, named, written])
  await app.runJob(foldTexts)
  expect(await find('munoz')).toEqual([titled, named, written])
  expect(await countOf(given, 'zoe%')).toBe(450)
  expect(await app.ctx.db.select().from(textsToFold)).toEqual([])
})

test.runIf(postgresUrl)('a row that someone else is writing is not waited for, and folded later', async () => {
  await using given = await givenInbox(app)
  const own = { organization_id: given.organization.id, first_name: 'Chloé' }
  const [contact] = await app.ctx.db.insert(contacts).values(own).returning()
  if (!contact) throw new Error('The contact was not written')
  await unfold()
  const writer = new pg.Client({ connectionString: app.config.DATABASE_URL })
  await writer.connect()
  await writer.query('begin')
  await writer.query('update contacts set phone = null where id = $1', [contact.id])
  await app.runJob(foldTexts)
  await writer.query('rollback')
  await writer.end()
  await app.runJob(foldTexts)
  expect(await countOf(given, 'chloe%')).toBe(1)
})
