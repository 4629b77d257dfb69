import type { Db } from '#platform/db/database.ts'

const BATCH_SIZE = 50_000
/** Passages that messages are put together from, so that a million of them are made in a minute. */
const PASSAGES = 20_000

type Organization = { organization_id: string; messages: number; teammates: number }

/**
 * Conversations of customers, of 50 messages each in the order of time. Words come as in a language, few of them often, in
 * Latin and Cyrillic letters: `delivery` and `доставка` stand in three messages of ten, `refund` in one of three hundred,
 * `snowman` in one of five of the oldest tenth and in none since, `zebrafinch` in five of all. The last teammate has one
 * message in a hundred. The ids of the teammates.
 */
export async function fillCustomers(db: Db, { organization_id, messages, teammates }: Organization): Promise<string[]> {
  const ask = (text: string, values: unknown[] = []) => db.$client.query(text, values)
  await ask(`create unlogged table if not exists bench_passages as
    select n, (select string_agg(case when i = 1 and r < 0.15 then 'delivery' when i = 2 and r < 0.15 then 'доставка'
        when w % 2 = 0 then substr(md5(w::text), 1, 3 + w % 6)
        else translate(substr(md5(w::text), 1, 3 + w % 6), '0123456789abcdef', 'абвгдежзиклмнопр') end, ' ')
      from (select i, r, floor(3000 * r ^ 3)::int as w from (
        select i, random() as r from generate_series(1, 15 + n * 0) as i) as dice) as words) as words
    from generate_series(0, ${PASSAGES - 1}) as n`)
  await ask('create unique index if not exists bench_passages_n on bench_passages (n)')
  const { rows } = await ask(
    `insert into ai_employees (id, organization_id, name)
    select gen_random_uuid(), $1, 'Ada ' || n from generate_series(1, $2) as n returning id`,
    [organization_id, teammates],
  )
  const ids: string[] = rows.map(({ id }: { id: string }) => id)
  const conversations = Math.ceil(messages / 50)
  await ask(`create unlogged table bench_conversations as
    select n, gen_random_uuid() as id, gen_random_uuid() as channel_id, gen_random_uuid() as contact_id
    from generate_series(0, ${conversations}) as n`)
  await ask('create unique index on bench_conversations (n)')
  await ask(
    `insert into contacts (id, organization_id, first_name, last_name, email)
    select contact_id, $1, 'Maya', 'Contact ' || n, 'maya.' || n || '@example.com' from bench_conversations`,
    [organization_id],
  )
  await ask(
    `insert into contact_channels (id, organization_id, contact_id, channel, external_id, auto_name)
    select channel_id, $1, contact_id, 'web_chat', 'crm-' || n, 'Customer ' || n from bench_conversations`,
    [organization_id],
  )
  await ask(
    `insert into conversations (id, organization_id, employee_id, contact_channel_id, channel, title, last_message_at)
    select id, $1, case when n % 100 = 7 then ($2::uuid[])[${teammates}] else ($2::uuid[])[1 + n % ${teammates - 1}] end,
      channel_id, 'web_chat', case when n % 2 = 0 then 'About order ' || n end,
      now() - (${conversations} - n) * interval '1 minute'
    from bench_conversations`,
    [organization_id, ids],
  )
  const rare = Math.ceil(messages / 5)
  for (let from = 0; from < messages; from += BATCH_SIZE) {
    // Ids in the order of time, and a conversation continues among those of its day.
    await ask(
      `insert into messages (id, organization_id, conversation_id, channel, role, content)
      select uuid_in(overlay(overlay(overlay(md5(g::text || $1::uuid) placing '7' from 13) placing '8' from 17) placing
          lpad(to_hex(1700000000000 + g), 12, '0') from 1 for 12)::cstring),
        $1::uuid, c.id, 'web_chat', 'contact', one.words || ' ' || other.words
          || case when g % 300 = 1 then ' refund' else '' end
          || case when g < ${messages / 10} and g % 5 = 0 then ' snowman' else '' end
          || case when g % ${rare} = 3 then ' zebrafinch' else '' end
      from (select g, floor(random() * ${PASSAGES})::int as a, floor(random() * ${PASSAGES})::int as b
        from generate_series($2::int, $3::int) as g) as g
      join bench_conversations c on c.n = (g / 5000) * 100 + g % 100
      join bench_passages one on one.n = a join bench_passages other on other.n = b`,
      [organization_id, from, Math.min(from + BATCH_SIZE, messages) - 1],
    )
  }
  await ask('drop index if exists texts_by_their_letters')
  await ask(
    `insert into message_texts (organization_id, contact_channel_id, employee_id, message_id, conversation_id, text)
    select m.organization_id, c.contact_channel_id, c.employee_id, m.id, m.conversation_id, lower(m.content)
    from messages m join conversations c on c.id = m.conversation_id where m.organization_id = $1 order by m.id`,
    [organization_id],
  )
  await ask('drop table bench_conversations')
  return ids
}

/** Once all organizations are filled. */
export async function indexTexts(db: Db): Promise<void> {
  await db.$client.query(`create index texts_by_their_letters on message_texts using gin
    (organization_id, employee_id, contact_channel_id, text gin_trgm_ops)`)
  await db.$client.query('drop table bench_passages')
  for (const table of ['message_texts', 'messages', 'conversations', 'contacts', 'contact_channels'])
    await db.$client.query(`vacuum analyze ${table}`)
}
