import { type Case, measureGrowth } from './measure.ts'
import type { GrowthStage, Place } from './stage.ts'

const SIZES = [10, 1_000, 100_000]
const FILTERS = ['my', 'human', 'waiting', 'escalated', 'ai']
const WORDS = { common: 'delivery', rare: 'zebrafinch', 'of nobody': 'qwertzuiop' }

/** An organization with as many conversations, each of a contact of its own, over 90 days. */
export async function growByConversations(stage: GrowthStage): Promise<void> {
  const { client, owner, cookies, url } = stage
  const places: Place[] = []
  for (const count of SIZES)
    places.push(await stage.organization(`Conversations ${count}`, (place) => fill(stage, place, count)))
  await client.query('vacuum analyze')

  const at = (work: (place: Place, count: number) => Promise<unknown>): Case['work'] =>
    places.map((place, index) => () => work(place, SIZES[index] ?? 0))
  const read = (path: string, who?: 'owner' | 'member') => at((place) => stage.read(path, place, who))
  const one: { id: string; contact_id: string; label_id: string }[] = []
  for (const { organization_id } of places) {
    const { rows } = await client.query<(typeof one)[number]>(
      `select c.id, k.contact_id, (select id from labels where organization_id = $1) as label_id from conversations c
       join contact_channels k on k.id = c.contact_channel_id
       where c.organization_id = $1 and c.assigned_user_id = $2 order by c.id limit 1`,
      [organization_id, owner.id],
    )
    one.push(...rows)
  }
  const oneOf = (place: Place) => one[places.indexOf(place)] ?? { id: '', contact_id: '', label_id: '' }
  const lastPage = (count: number) => Math.ceil(count / 20)

  await measureGrowth('an organization of conversations and contacts', SIZES, [
    {
      name: 'floor: a conversation by its id, the query alone',
      work: at((place) =>
        client.query({ name: 'by id', text: 'select * from conversations where id = $1', values: [oneOf(place).id] }),
      ),
    },
    { name: 'floor: whoami', work: at(() => stage.whoami()) },
    { name: 'inbox, first page', work: read('conversations?channel_category=external') },
    { name: 'inbox, first page of 100', work: read('conversations?limit=100') },
    {
      name: 'inbox, last page',
      work: at((place, count) => stage.read(`conversations?page=${lastPage(count)}`, place)),
    },
    { name: 'inbox, page 50', work: read('conversations?page=50') },
    { name: 'inbox, first page of a member of one teammate', work: read('conversations', 'member') },
    ...FILTERS.map((filter) => ({ name: `inbox, ${filter}`, work: read(`conversations?filter=${filter}`) })),
    { name: 'inbox, my, of a member who has none', work: read('conversations?filter=my', 'member') },
    {
      name: 'inbox, a label',
      work: at((place) => stage.read(`conversations?label_id=${oneOf(place).label_id}`, place)),
    },
    { name: 'inbox, the counts and badge', work: read('conversations/counts') },
    { name: 'inbox, the counts and badge of a member', work: read('conversations/counts', 'member') },
    ...Object.entries(WORDS).flatMap(([kind, word]) => [
      { name: `inbox search, a word ${kind}`, work: read(`conversations/search?q=${word}`) },
      { name: `inbox search, a word ${kind}, of a member`, work: read(`conversations/search?q=${word}`, 'member') },
    ]),
    { name: 'inbox search, a name that all have', work: read('conversations/search?q=maya') },
    { name: 'inbox search, an address', work: read('conversations/search?q=maya.7@') },
    { name: 'contacts, first page', work: read('contacts') },
    { name: 'contacts, last page', work: at((place, count) => stage.read(`contacts?page=${lastPage(count)}`, place)) },
    { name: 'contacts, first page of a member', work: read('contacts', 'member') },
    { name: 'contacts, an address', work: read('contacts?q=maya.7@') },
    { name: 'contacts, a name that all have', work: read('contacts?q=maya') },
    { name: 'contacts, a name that all have, of a member', work: read('contacts?q=maya', 'member') },
    { name: 'contacts, a name that nobody has', work: read('contacts?q=qwertzuiop') },
    { name: 'contacts, two letters', work: read('contacts?q=ma') },
    { name: 'contacts, two letters that nobody has', work: read('contacts?q=qz') },
    { name: 'a contact', work: at((place) => stage.read(`contacts/${oneOf(place).contact_id}`, place)) },
    {
      name: 'a contact’s conversations',
      work: at((place) => stage.read(`contacts/${oneOf(place).contact_id}/conversations`, place)),
    },
    { name: 'a conversation', work: at((place) => stage.read(`conversations/${oneOf(place).id}`, place)) },
    { name: 'its messages', work: at((place) => stage.read(`conversations/${oneOf(place).id}/messages`, place)) },
    {
      name: 'whom it can be assigned to',
      work: at((place) => stage.read(`conversations/${oneOf(place).id}/assignees`, place)),
    },
    { name: 'usage', work: read('usage') },
    {
      name: 'an operator’s reply',
      work: at((place) =>
        send(
          `/api/organizations/${place.organization_id}/conversations/${oneOf(place).id}/messages`,
          { cookie: cookies.owner },
          { content: 'It is on its way.' },
        ),
      ),
    },
    {
      name: 'a message and its answer',
      work: at((place) =>
        send(
          `/api/private/employee/${place.employee_ids[0]}/messages`,
          { authorization: `Bearer ${place.key}` },
          {
            message: 'write 20 words',
            channel: 'api',
            contact: { id: 'p' },
            conversation: { id: crypto.randomUUID() },
          },
        ),
      ),
    },
  ])

  async function send(path: string, headers: Record<string, string>, body: object): Promise<void> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
}

/**
 * A question and its answer each. Operators have half, the owner one in twenty; one in a thousand waits for a person. One
 * in fifty has the label, one in a hundred is of the last teammate; three in ten have `delivery`, five of all `zebrafinch`.
 */
async function fill(stage: GrowthStage, { organization_id, employee_ids }: Place, count: number): Promise<void> {
  const { client, owner } = stage
  const ask = (text: string, values: unknown[] = []) => client.query(text, values)
  await ask('drop table if exists bench_conversations')
  const { rows: people } = await ask(
    `insert into users (id, name, email) select gen_random_uuid(), 'Colleague ' || n, 'c' || n || '.' || $1 || '@bench.test'
     from generate_series(1, 7) n returning id`,
    [count],
  )
  const colleagues = people.map(({ id }) => id)
  await ask(
    `create unlogged table bench_conversations as
     select n, at, bench_id(at) as id, bench_id(at) as contact_id, bench_id(at) as channel_id,
       (string_to_array('${employee_ids.join()}', ','))[case when n % 100 = 7 then 20 else 1 + n % 19 end]::uuid as employee_id,
       case when n % 20 = 1 then '${owner.id}'::uuid when n % 2 = 1 then (string_to_array('${colleagues.join()}', ','))[1 + n % 7]::uuid
         end as user_id
     from (select n, now() - (${count} - n) * interval '90 days' / ${count} as at from generate_series(1, ${count}) n) as made`,
  )
  const indexes = [
    'texts_by_their_letters',
    'contacts_by_their_letters',
    'channels_by_their_letters',
    'conversations_by_their_title',
  ]
  await stage.withoutIndexes(indexes, async () => {
    await ask(
      `insert into contacts (id, organization_id, first_name, last_name, email, created_at)
       select contact_id, $1, 'Maya', 'Contact ' || n, 'maya.' || n || '@example.com', at from bench_conversations`,
      [organization_id],
    )
    await ask(
      `insert into contact_channels (id, organization_id, contact_id, channel, external_id, auto_name, created_at)
       select channel_id, $1, contact_id, 'web_chat', 'crm-' || n, 'Customer ' || n, at from bench_conversations`,
      [organization_id],
    )
    await ask(
      `insert into conversations (id, organization_id, employee_id, contact_channel_id, channel, title, last_message_at, created_at,
         status, assigned_user_id, unanswered_since)
       select id, $1, employee_id, channel_id, 'web_chat', case when n % 2 = 0 then 'About order ' || n end, at, at,
         case when n % 2000 = 0 then 'waiting_for_operator' else 'active' end, user_id, case when n % 2000 = 1 then at end
       from bench_conversations`,
      [organization_id],
    )
    await ask(
      `insert into participants (organization_id, conversation_id, contact_channel_id)
       select $1, id, channel_id from bench_conversations`,
      [organization_id],
    )
    await ask(
      `insert into messages (id, organization_id, conversation_id, channel, role, content, contact_channel_id, employee_id, created_at)
       select bench_id(at), $1, id, 'web_chat', case when is_answer then 'ai' else 'contact' end,
         'order ' || n || translate(md5(n::text || is_answer), '0123456789', ' ghijklmn ') || case when n % 10 < 3 then ' delivery' else '' end
           || case when n % (${count} / 5) = 1 and not is_answer then ' zebrafinch' else '' end,
         case when not is_answer then channel_id end, case when is_answer then employee_id end, at
       from bench_conversations, (values (false), (true)) as turn(is_answer) order by at, is_answer`,
      [organization_id],
    )
    await ask(
      `insert into message_texts (organization_id, contact_channel_id, employee_id, message_id, conversation_id, text)
       select m.organization_id, c.channel_id, c.employee_id, m.id, m.conversation_id, lower(m.content)
       from messages m join bench_conversations c on c.id = m.conversation_id where m.organization_id = $1 order by m.id`,
      [organization_id],
    )
  })
  const { rows } = await ask(
    `insert into labels (id, organization_id, name, name_key, color) values (gen_random_uuid(), $1, 'Urgent', 'urgent', '#cc0000')
     returning id`,
    [organization_id],
  )
  await ask(
    `insert into conversation_labels (organization_id, conversation_id, label_id, employee_id, is_internal, last_message_at)
     select $1, id, $2, employee_id, false, at from bench_conversations where n % 50 = 1`,
    [organization_id, rows[0]?.id],
  )
  await ask('drop table bench_conversations')
}
