import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Alongside } from './stage.ts'

const CHANNELS = 5000
const COLLEAGUES = 500
const HEARTBEATS = 2000
const CONCURRENCY = 16

/** What is done to the inbox while others are watched; answers what came of it. */
export type WorstWork = { name: string; work: () => Promise<string> }

/** An inbox with as much in it as its limits take, and contacts with as many channels as nobody limits. */
export async function worstInbox(
  { url, cookie, organization_id, employee_id }: Alongside,
  database_url: string,
): Promise<WorstWork[]> {
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  client.on('error', () => undefined)
  const [kept, other] = [randomUUID(), randomUUID()]
  const conversation = randomUUID()
  const colleagues = Array.from({ length: COLLEAGUES }, () => randomUUID())
  const run = (text: string, ...values: unknown[]) => client.query(text, values)
  await run(
    `insert into contacts (id, organization_id, first_name, created_at)
     select id, $1, 'Many', now() from unnest($2::uuid[]) as id`,
    organization_id,
    [kept, other],
  )
  for (const id of [kept, other]) {
    await run(
      `insert into contact_channels (id, organization_id, contact_id, channel, channel_name, external_id, auto_name, created_at)
       select gen_random_uuid(), $1, $2::uuid, 'custom', 'many', $2::uuid::text || n, 'Customer ' || n, now()
       from generate_series(1, ${CHANNELS}) as n`,
      organization_id,
      id,
    )
    await run(
      `insert into conversations (id, organization_id, employee_id, contact_channel_id, channel, channel_name, last_message_at, created_at)
       select case when $2::uuid = $4::uuid and nth = 1 then $5::uuid else gen_random_uuid() end, $1, $3, id, 'custom', 'many', now(), now()
       from (select id, row_number() over (order by id) as nth from contact_channels where contact_id = $2::uuid limit 500) as channel`,
      organization_id,
      id,
      employee_id,
      kept,
      conversation,
    )
  }
  await run(
    `insert into users (id, email, name, created_at)
     select id, id::text || '@bench.test', 'Colleague', now() from unnest($1::uuid[]) as id`,
    colleagues,
  )
  await run(
    `insert into memberships (organization_id, user_id, role) select $1, id, 'admin' from unnest($2::uuid[]) as id`,
    organization_id,
    colleagues,
  )
  await client.end()

  const base = `/api/organizations/${organization_id}`
  const ask = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${url}${base}${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const one = (method: string, path: string, body?: object) => async () => {
    const response = await ask(method, path, body)
    const text = await response.text()
    return response.ok ? `${response.status}, ${(text.length / 1024).toFixed(0)} kB` : `${response.status} ${text}`
  }
  const many = (count: number, next: (n: number) => [string, string, object?]) => async () => {
    const statuses = new Map<number, number>()
    let begun = 0
    const work = async () => {
      while (begun < count) {
        const response = await ask(...next(begun++))
        await response.arrayBuffer()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    return [...statuses].map(([status, times]) => `${status} × ${times}`).join(', ')
  }
  const note = (words: string) => ({
    content: words.repeat(20_000 / words.length),
    mentioned_user_ids: colleagues.slice(0, 50),
  })
  const at = `/conversations/${conversation}`
  return [
    { name: 'inbox: the largest note, of thousands of names', work: one('POST', `${at}/notes`, note('@Bo ')) },
    { name: 'inbox: 50 of the largest notes', work: many(50, () => ['POST', `${at}/notes`, note('@Colleague\n')]) },
    { name: 'inbox: those notes', work: one('GET', `${at}/notes`) },
    { name: 'inbox: who can be mentioned', work: one('GET', `${at}/viewers`) },
    { name: 'inbox: a note of signs', work: one('POST', `${at}/notes`, { content: '@'.repeat(20_000) }) },
    {
      name: 'inbox: 1,000 labels, of which 200 are taken',
      work: many(1000, (n) => ['POST', '/labels', { name: `Label ${n}`, color: 'red' }]),
    },
    { name: 'inbox: its labels', work: one('GET', '/labels') },
    {
      name: 'inbox: 1,000 of the largest canned replies, of which 500 are taken',
      work: many(1000, (n) => [
        'POST',
        '/canned-replies',
        { shortcut: `reply-${n}`, content: 'Hello {{name}} '.repeat(300) },
      ]),
    },
    { name: 'inbox: a page of canned replies', work: one('GET', '/canned-replies?limit=100') },
    { name: 'inbox: a word in canned replies', work: one('GET', '/canned-replies?limit=100&q=hello') },
    {
      name: `inbox: ${HEARTBEATS} heartbeats of presence`,
      work: many(HEARTBEATS, () => ['POST', `${at}/presence`, { state: 'typing', tab: randomUUID() }]),
    },
    { name: 'inbox: who is there', work: one('GET', '/conversations/presence') },
    { name: 'inbox: a page of conversations of such contacts', work: one('GET', '/conversations?limit=100') },
    { name: `inbox: a contact with ${CHANNELS} channels`, work: one('GET', `/contacts/${kept}`) },
    { name: 'inbox: a page of contacts with them', work: one('GET', '/contacts?limit=100') },
    { name: 'inbox: a conversation of theirs', work: one('GET', at) },
    { name: 'inbox: they get another name', work: one('PATCH', `/contacts/${kept}`, { last_name: 'Channels' }) },
    {
      name: 'inbox: two of them are merged',
      work: one('POST', `/contacts/${kept}/merge`, { contact_id_to_merge: other }),
    },
    { name: 'inbox: the merged contact', work: one('GET', `/contacts/${kept}`) },
    { name: 'inbox: its merges', work: one('GET', `/contacts/${kept}/merges`) },
    { name: 'inbox: its conversations', work: one('GET', `/contacts/${kept}/conversations`) },
    {
      name: 'inbox: the merge is undone',
      work: async () => {
        const { data } = (await (await ask('GET', `/contacts/${kept}/merges`)).json()) as { data: { id: string }[] }
        return one('DELETE', `/contacts/${kept}/merges/${data[0]?.id}`)()
      },
    },
  ]
}
