import { z } from 'zod'
import { pageVisitors } from '../lib/page-visitors.ts'
import { type Case, measureGrowth } from './measure.ts'
import type { GrowthStage, Place } from './stage.ts'

const SIZES = [10, 1_000, 10_000]

/** Chats of as many messages: of visitors of a page, and of a program that gets the answer in the same request. */
export async function growByChats(stage: GrowthStage): Promise<void> {
  const { client, cookies, url } = stage
  const place = await stage.organization('Chats', async () => {})
  const visitors = await pageVisitors({
    url,
    organization_id: place.organization_id,
    employee_id: place.employee_ids[0] ?? '',
    cookie: cookies.owner,
  })

  /** Writes to a conversation through the private API, and waits for the answer. */
  async function sendAsProgram(size: number): Promise<void> {
    const response = await fetch(`${url}/api/private/employee/${place.employee_ids[0]}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${place.key}` },
      body: JSON.stringify({
        message: 'write 20 words',
        channel: 'api',
        contact: { id: `program-${size}` },
        conversation: { id: `chat-${size}` },
      }),
    })
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
  }

  const chats: { id: string; oldest: string }[] = []
  for (const [n, size] of SIZES.entries()) {
    await sendAsProgram(size)
    const Sent = z.object({ data: z.object({ conversation: z.object({ id: z.uuid() }) }) })
    const { data } = await visitors.send(n, 'Hello', Sent)
    const { rows } = await client.query<{ id: string }>(
      'select id from conversations where organization_id = $1 and external_id = $2',
      [place.organization_id, `chat-${size}`],
    )
    for (const id of [data.conversation.id, rows[0]?.id ?? '']) await fill(stage, place, id, size)
    chats.push({ id: data.conversation.id, oldest: await nthMessage(data.conversation.id, 5) })
  }
  await client.query('vacuum analyze messages, message_texts')

  const at = (work: (chat: { id: string; oldest: string }, n: number) => Promise<unknown>): Case['work'] =>
    chats.map((chat, n) => () => work(chat, n))
  const reading = (path: (size: number) => string) =>
    at(({ id }, n) => stage.read(`conversations/${id}${path(SIZES[n] ?? 0)}`, place))
  await measureGrowth('a chat of messages', SIZES, [
    {
      name: 'floor: a message by its id, the query alone',
      work: at(({ oldest }) =>
        client.query({ name: 'message', text: 'select * from messages where id = $1', values: [oldest] }),
      ),
    },
    { name: 'floor: whoami', work: at(() => stage.whoami()) },
    { name: 'inbox, open it', work: reading(() => '') },
    { name: 'inbox, newest messages', work: reading(() => '/messages') },
    { name: 'inbox, oldest messages', work: reading((size) => `/messages?page=${Math.ceil(size / 30)}`) },
    { name: 'widget, start', work: at((_, n) => visitors.begin(n, z.unknown())) },
    { name: 'widget, newest messages', work: at((_, n) => visitors.readMessages(n, z.unknown())) },
    { name: 'widget, oldest messages', work: at(({ oldest }, n) => visitors.readMessages(n, z.unknown(), oldest)) },
    { name: 'a message and its answer', work: SIZES.map((size) => () => sendAsProgram(size)) },
    { name: 'a visitor’s message', work: at((_, n) => visitors.send(n, 'write 20 words', z.unknown())), rounds: 12 },
  ])

  async function nthMessage(conversation_id: string, n: number): Promise<string> {
    const { rows } = await client.query<{ id: string }>(
      'select id from messages where organization_id = $1 and conversation_id = $2 order by id limit 1 offset $3',
      [place.organization_id, conversation_id, n],
    )
    return rows[0]?.id ?? ''
  }
}

/** Puts older messages into a conversation until it has as many: questions of a line and answers of a paragraph. */
async function fill({ client }: GrowthStage, place: Place, conversation_id: string, size: number): Promise<void> {
  await client.query(
    `with missing as (
       select $4 - count(*) as count from messages where organization_id = $1 and conversation_id = $2
     ), made as (
       select n, now() - interval '1 day' - (missing.count - n) * interval '1 minute' as at
       from missing, generate_series(1, missing.count) n
     ), written as (
       insert into messages (id, organization_id, conversation_id, channel, role, content, employee_id, created_at)
       select bench_id(at), $1, $2, (select channel from conversations where id = $2),
         case when n % 2 = 1 then 'contact' else 'ai' end,
         case when n % 2 = 1 then 'Where is order ' || n || '?' else repeat('Your order is on its way to you. ', 12) end,
         $3, at from made
       returning id, content
     )
     insert into message_texts (organization_id, contact_channel_id, employee_id, message_id, conversation_id, text)
     select $1, c.contact_channel_id, c.employee_id, written.id, c.id, lower(written.content)
     from written, conversations c where c.id = $2`,
    [place.organization_id, conversation_id, place.employee_ids[0], size],
  )
}
