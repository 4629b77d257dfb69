// The inbox with a million conversations in 200 organizations, the largest with 104,000 of 20 teammates: a page and the
// five counts, against the best query written by hand. Goals: a page within 2 times that query plus 1 ms, the counts
// within 2 ms, both the same in a database in which no other organization has any.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openStage } from './lib/stage.ts'

const TEAMMATES = 20
const OWN = 104_000
const OTHERS = 199
const EACH = 4_500
const ROUNDS = 300

await using stage = await openStage()
const { organization_id: of, cookie, url } = stage.alongside.ready
const client = new pg.Client({ connectionString: stage.database_url })
await client.connect()

/** Conversations of one organization, each with what was said last; one in twenty is an operator's, one in fifty waits. */
async function fill(organization_id: string, count: number, user_id: string): Promise<void> {
  await client.query(
    `insert into ai_employees (id, organization_id, name)
     select gen_random_uuid(), $1, 'Teammate ' || n from generate_series(1, $2) n`,
    [organization_id, TEAMMATES],
  )
  await client.query(
    `with teammates as (
       select id, row_number() over () as n from ai_employees where organization_id = $1 and name like 'Teammate %'
     ), made as (
       select n, gen_random_uuid() as contact_id, gen_random_uuid() as channel_id, gen_random_uuid() as id,
         (select id from teammates where teammates.n = made.n % ${TEAMMATES} + 1) as employee_id
       from generate_series(1, $2) as made(n)
     ), contact as (
       insert into contacts (id, organization_id, first_name) select contact_id, $1, 'Contact ' || n from made
     ), channel as (
       insert into contact_channels (id, organization_id, contact_id, channel, external_id, auto_name)
       select channel_id, $1, contact_id, 'web_chat', n::text, 'Customer' from made
     ), conversation as (
       insert into conversations (id, organization_id, employee_id, contact_channel_id, channel, last_message_at, status,
         assigned_user_id, unanswered_since)
       select id, $1, employee_id, channel_id, 'web_chat', now() - n * interval '7 seconds',
         case when n % 50 = 0 then 'waiting_for_operator' else 'active' end,
         case when n % 20 = 1 then $3::uuid end, case when n % 40 = 1 then now() end
       from made
     )
     insert into messages (id, organization_id, conversation_id, channel, role, content)
     select gen_random_uuid(), $1, id, 'web_chat', 'contact', 'Where is my parcel? ' || n from made`,
    [organization_id, count, user_id],
  )
}

const { rows } = await client.query('select user_id from memberships where organization_id = $1 limit 1', [of])
const user_id: string = rows[0]?.user_id

/** The best by hand: one look-up a teammate on the index that has them in order, and what a row shows. */
const BY_HAND = {
  name: 'by-hand',
  text: `
    with page as (
      select newest.* from (select id from ai_employees where organization_id = $1 and deleted_at is null and owned_by_user_id is null) seen
      cross join lateral (
        select c.* from conversations c
        where c.organization_id = $1 and c.employee_id = seen.id and not c.is_internal and c.deleted_at is null
          and c.last_message_at is not null
        order by c.last_message_at desc, c.id desc limit 20) newest
      order by newest.last_message_at desc, newest.id desc limit 20)
    select page.*, e.name, k.auto_name, t.first_name, t.last_name, u.name as operator, m.role, left(m.content, 200) as content
    from page join ai_employees e on e.id = page.employee_id join contact_channels k on k.id = page.contact_channel_id
    join contacts t on t.id = k.contact_id left join users u on u.id = page.assigned_user_id
    cross join lateral (select * from messages where organization_id = $1 and conversation_id = page.id
      order by id desc limit 1) m
    order by page.last_message_at desc, page.id desc`,
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS + 50; round++) {
    const from = performance.now()
    await work()
    if (round >= 50) times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN
}

const read = (path: string) => async () => {
  const response = await fetch(`${url}${path}`, { headers: { cookie } })
  if (!response.ok) throw new Error(await response.text())
  await response.arrayBuffer()
}

async function measure(label: string): Promise<void> {
  // A hundred thousand conversations a second are only made here; the server adds the counts up within half a minute.
  for (let left = Number.POSITIVE_INFINITY; left > 1000; await sleep(500)) {
    const { rows } = await client.query('select count(*)::int from inbox_counts where organization_id = $1', [of])
    left = rows[0]?.count
  }
  await client.query('vacuum analyze conversations, inbox_counts')
  await client.query('analyze')
  const inside = `/api/organizations/${of}`
  const nothing = await medianMs(read('/api/init/whoami'))
  const page = await medianMs(read(`${inside}/conversations?channel_category=external`))
  const waiting = await medianMs(read(`${inside}/conversations?channel_category=external&filter=waiting`))
  const counts = await medianMs(read(`${inside}/conversations/counts?channel_category=external`))
  const hand = await medianMs(() => client.query({ ...BY_HAND, values: [of] }))
  const ms = (value: number) => `${value.toFixed(2)} ms`
  console.log(`${label}\n  a page by hand, the query alone      ${ms(hand)}`)
  console.log(
    `  a page over HTTP                     ${ms(page)}  goal ${ms(hand * 2 + 1)} (ratio ${(page / (hand * 2 + 1)).toFixed(2)})`,
  )
  console.log(`  a page of those that wait            ${ms(waiting)}`)
  console.log(`  the five counts over HTTP            ${ms(counts)}  goal 2 ms`)
  console.log(`  for comparison, whoami over HTTP     ${ms(nothing)}\n`)
}

await fill(of, OWN, user_id)
await measure(`${OWN.toLocaleString('en')} conversations, alone in the database`)

for (let n = 0; n < OTHERS; n++) {
  const id = crypto.randomUUID()
  await client.query(
    `insert into organizations (id, name, public_api_key, private_api_key_sealed, private_api_key_hash)
     values ($1::uuid, 'Another', $1::text, '', $1::text)`,
    [id],
  )
  await fill(id, EACH, user_id)
}
await measure(`the same among a million of 200 organizations`)
await client.end()
