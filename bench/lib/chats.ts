import type { Db } from '#platform/db/database.ts'

export type Share = { own: number; others: number; people: number }

const BATCH_SIZE = 50_000

/**
 * Chats of one person and of many others with one teammate. Words come as in a language, few of them often; three in ten
 * messages have the word `delivery`, and five of each person's have `zebrafinch`.
 */
export async function fillChats(
  db: Db,
  { organization_id, user_id }: { organization_id: string; user_id: string },
  { own, others, people }: Share,
): Promise<void> {
  const ask = (text: string, values: unknown[] = []) => db.$client.query(text, values)
  const { rows } = await ask(
    `insert into ai_employees (id, organization_id, name) values (gen_random_uuid(), $1, 'Ada') returning id`,
    [organization_id],
  )
  const employee_id = rows[0]?.id
  const chats = Math.ceil(own / 50)
  await ask(`create unlogged table bench_speakers as
    select gen_random_uuid() as id, gen_random_uuid() as contact_id, n from generate_series(0, ${people}) as n`)
  await ask('insert into contacts (id, organization_id) select contact_id, $1 from bench_speakers', [organization_id])
  await ask(
    `insert into contact_channels (id, organization_id, contact_id, channel, external_id, auto_name, user_id)
    select id, $1, contact_id, 'employee_chat', case when n = 0 then $2::text else 'other-' || n end, 'x',
      case when n = 0 then $2::uuid end from bench_speakers`,
    [organization_id, user_id],
  )
  await ask(`create unlogged table bench_chats as
    select gen_random_uuid() as id, s.id as contact_channel_id, s.n, k from bench_speakers s,
      lateral generate_series(0, case when s.n = 0 then ${chats - 1} else 0 end) as k`)
  await ask('create index on bench_chats (n, k)')
  await ask(
    `insert into conversations (id, organization_id, employee_id, contact_channel_id, channel, temporary_title, last_message_at)
    select id, $1, $2, contact_channel_id, 'employee_chat', 'Chat ' || k, now() - k * interval '1 minute' from bench_chats`,
    [organization_id, employee_id],
  )
  await ask(
    'insert into participants (organization_id, conversation_id, contact_channel_id) select $1, id, contact_channel_id from bench_chats',
    [organization_id],
  )

  await ask('drop index if exists texts_by_their_letters')
  const count = own + others
  const every = Math.max(1, Math.round(count / own))
  for (let from = 0; from < count; from += BATCH_SIZE) {
    await ask(
      `insert into messages (id, organization_id, conversation_id, channel, role, content)
      select uuid_in(overlay(overlay(overlay(md5(g::text || $1::uuid) placing '7' from 13) placing '8' from 17) placing
          lpad(to_hex(1700000000000 + g), 12, '0') from 1 for 12)::cstring),
        $1::uuid, chats.id, 'employee_chat', 'contact', texts.words || case when g % ${Math.ceil(count / 5)} = 0 then ' zebrafinch' else '' end
      from generate_series($2::int, $3::int) as g
      join bench_chats as chats on chats.n = case when g % ${every} = 0 then 0 else 1 + g % ${people} end
        and chats.k = case when g % ${every} = 0 then (g / ${every}) % ${chats} else 0 end,
      lateral (select string_agg(case when i = 1 and r < 0.3 then 'delivery'
          else substr(md5(floor(3000 * r ^ 3)::int::text), 1, 3 + floor(3000 * r ^ 3)::int % 6) end, ' ') as words
        from (select i, random() as r from generate_series(1, 30 + g * 0) as i) as dice) as texts`,
      [organization_id, from, Math.min(from + BATCH_SIZE, count) - 1],
    )
  }
  await ask(
    `insert into message_texts (organization_id, contact_channel_id, employee_id, message_id, conversation_id, text)
    select m.organization_id, chats.contact_channel_id, $1, m.id, m.conversation_id, lower(m.content)
    from messages m join bench_chats as chats on chats.id = m.conversation_id`,
    [employee_id],
  )
  await ask(
    'create index texts_by_their_letters on message_texts using gin (organization_id, employee_id, contact_channel_id, text gin_trgm_ops)',
  )
  await ask('drop table bench_speakers, bench_chats')
}
