import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'
import { measureDatabaseWork } from '#testing/database/database-work.ts'

const app = await testApp()
const COUNT = 4_000

/** An inbox with as many conversations of a contact's, of which the operator has half; only the oldest two wait. */
async function givenLongInbox() {
  const given = await givenInbox(app)
  const id = await given.open()
  const { db } = app.ctx
  await db.execute(sql`
    insert into conversations (id, organization_id, employee_id, contact_channel_id, channel, last_message_at, assigned_user_id,
      unanswered_since, status)
    select gen_random_uuid(), organization_id, employee_id, contact_channel_id, channel, last_message_at - n * interval '1 minute',
      case when n % 2 = 0 then ${given.owner.id}::uuid end, case when n = ${COUNT} then now() end,
      case when n = ${COUNT - 1} then 'waiting_for_operator' else 'active' end
    from conversations, generate_series(1, ${COUNT}::int) as n where id = ${id}`)
  await db.execute(sql`vacuum analyze conversations`)
  return given
}

test('a page of a long inbox reads the rows that it shows, whichever filter it has and however far it is', async () => {
  await using given = await givenLongInbox()
  const colleague = await app.as(await app.given.membership(given.organization, 'admin'))
  const read = async (query: string, client = given.operator) => {
    const work = await measureDatabaseWork(app, 'conversations', async () => {
      const { status, body } = await client.get(`${given.base}/conversations?${query}`)
      expect(status).toBe(200)
      expect(body.meta.counts).toMatchObject({ waiting: 1, escalated: 1 })
    })
    return work.read
  }
  expect(await read('')).toBeLessThan(100)
  expect(await read(`page=${COUNT / 20}`)).toBeLessThan(100)
  expect(await read('filter=my')).toBeLessThan(100)
  expect(await read('filter=waiting')).toBeLessThan(100)
  expect(await read('filter=escalated')).toBeLessThan(100)
  expect(await read('filter=my', colleague)).toBe(0)
  expect((await given.list('?filter=waiting')).data).toHaveLength(1)
  expect((await given.list('?filter=escalated')).data).toHaveLength(1)
})

test('a far page of the inbox is not looked for among teammates without conversations', async () => {
  await using given = await givenLongInbox()
  const { db } = app.ctx
  await db.execute(sql`
    insert into ai_employees (id, organization_id, name)
    select gen_random_uuid(), ${given.organization.id}, 'Without conversations' from generate_series(1, 100)`)
  // Rows that lie in another order than they are listed in, which the database would rather sort.
  await db.execute(
    sql`update conversations set last_message_at = now() - random() * interval '30 days' where organization_id = ${given.organization.id}`,
  )
  await db.execute(sql`analyze conversations, ai_employees`)
  const work = await measureDatabaseWork(app, 'conversations', async () => {
    expect((await given.list(`?page=${COUNT / 20}`)).data).toHaveLength(20)
  })
  expect(work.read).toBeLessThan(3 * COUNT)
})

test('contacts are listed and searched in an organization with more teammates than a statement has parameters', async () => {
  const given = await givenInbox(app)
  const organization_id = given.organization.id
  await given.open()
  await app.ctx.db.execute(sql`
    with added as (
      insert into ai_employees (id, organization_id, name)
      select gen_random_uuid(), ${organization_id}, 'One of many' from generate_series(1, 66000) returning id)
    insert into inbox_counts (organization_id, employee_id, is_internal, conversations, waiting, escalated)
    select ${organization_id}, id, false, 1, 0, 0 from added`)
  const { body, status } = await given.operator.get(`${given.base}/contacts`)
  expect(status).toBe(200)
  expect(body.data).toHaveLength(1)
  const { display_name } = body.data[0]
  for (const q of [display_name, 'of nobody'])
    expect((await given.operator.get(`${given.base}/conversations/search?q=${encodeURIComponent(q)}`)).status).toBe(200)
})
