import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { FoundConversation } from '#contracts/inbox-search.ts'
import { conversations, messages } from '#features/conversations/table.ts'
import { testApp } from '#testing/app.ts'
import { conversationOf, givenInbox } from '#testing/chats/inbox.ts'
import { openBrowser } from '#testing/chats/webchat.ts'
import type { Client } from '#testing/client.ts'

const app = await testApp()

async function ready(options: Parameters<typeof givenInbox>[1] = {}) {
  const given = await givenInbox(app, options)
  /** Someone writes over the private API, and the teammate answers; the conversation's id. */
  const save = async (
    message: string,
    conversation: string,
    contact: object = { id: conversation },
    answer = 'Ok.',
  ) => {
    given.vendor.reply({ text: answer })
    const sent = await given.client.post(given.path, {
      message,
      channel: 'api',
      conversation: { id: conversation },
      contact,
    })
    expect(sent.status).toBe(200)
    return conversationOf(app, conversation, given.organization.id)
  }
  /** Again where it was cut off because the machine stood still: after two seconds it answers with what it has. */
  const search = async (q: string, more = '', client: Client = given.operator) => {
    for (;;) {
      const begun = performance.now()
      const answer = await client.get(`${given.base}/conversations/search?q=${encodeURIComponent(q)}${more}`)
      if (!answer.body.truncated || performance.now() - begun < 2000) return answer
    }
  }
  const find = async (q: string, more = '', client?: Client): Promise<FoundConversation[]> => {
    const answer = await search(q, more, client)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }
  const ids = async (...asked: Parameters<typeof find>) => (await find(...asked)).map(({ id }) => id)
  return { ...given, save, search, find, ids }
}

const marked = ({ match: { excerpt, highlights } }: FoundConversation) =>
  highlights.map(({ start, end }) => excerpt.slice(start, end))

test('a conversation is found by what anybody said in it, in parts of words, in any order and any case', async () => {
  await using given = await ready()
  const parcel = await given.save(
    'Where is my PARCEL from <b>Graz</b>?',
    'o-1',
    { id: 'c1' },
    'It left Linz yesterday.',
  )
  const russian = await given.save('Когда придёт моя посылка?', 'o-2', { id: 'c2' }, 'Завтра утром.')
  await given.operator.post(given.at(parcel, '/messages'), { content: 'A colleague looks for it.' })
  expect(await given.ids('parc')).toEqual([parcel])
  expect(await given.ids('graz  parcel')).toEqual([parcel])
  expect(await given.ids('yesterday')).toEqual([parcel])
  expect(await given.ids('colleague')).toEqual([parcel])
  expect(await given.ids('ПОСЫЛК')).toEqual([russian])
  expect(await given.ids('утро зав')).toEqual([russian])
  expect(await given.ids('parcel zebra')).toEqual([])
  const [found] = await given.find('my parcel')
  expect(found).toMatchObject({
    ai_employee: { id: given.teammate.id },
    match: { source: 'message', message: { role: 'contact' }, excerpt: 'Where is my PARCEL from <b>Graz</b>?' },
  })
  expect(found && marked(found)).toEqual(['my', 'PARCEL'])
})

test('it is found by its contact’s name, address, number and id, and by its title, before what was said', async () => {
  await using given = await ready()
  const maya = {
    id: 'crm-4711',
    first_name: 'Maya',
    last_name: 'Lind',
    email: 'maya@example.com',
    phone: '+436601234567',
  }
  const first = await given.save('Hello', 'o-1', maya)
  const written = await given.save('Greetings to Maya Lind', 'o-2')
  const titled = await given.save('Hello', 'o-3')
  await app.ctx.db.update(conversations).set({ title: 'Lost in Maya land' }).where(eq(conversations.id, titled))
  expect(await given.ids('maya')).toEqual([titled, first, written])
  for (const q of ['lind maya', 'MAYA@example', '660123', 'crm-47']) expect((await given.ids(q))[0], q).toBe(first)
  const sources = (await given.find('maya')).map(({ match }) => match.source)
  expect(sources).toEqual(['title', 'contact', 'message'])
  const [byNumber] = await given.find('660123')
  expect(byNumber).toMatchObject({ match: { excerpt: '+436601234567', message: null } })
  expect(byNumber && marked(byNumber)).toEqual(['660123'])
})

test('visitors, customers and colleagues are found, each in their category', async () => {
  await using given = await ready({ values: { channel: 'Web Chat' } })
  const customer = await given.save('Is the marmalade vegan?', 'o-1')
  const browser = openBrowser(app, given.organization)
  given.vendor.reply({ text: 'Of course, the marmalade is.' })
  const { conversation: visitors } = await browser.sendAndWait('And without nuts?')
  const chat = await given.operator.post(`${given.base}/employees/${given.teammate.id}/messages`, {
    message: 'Marmalade, please',
  })
  const colleagues = chat.body.conversation_id
  expect(await given.ids('marmalade')).toEqual([colleagues, visitors.id, customer])
  expect(await given.ids('marmalade', '&channel_category=internal')).toEqual([colleagues])
  expect(await given.ids('marmalade', '&channel_category=external')).toEqual([visitors.id, customer])
  const [byName] = await given.find(given.owner.email)
  expect(byName).toMatchObject({ id: colleagues, match: { source: 'contact' } })
})

test('what was changed is found by its new words alone, and what was deleted by none', async () => {
  await using given = await ready()
  const id = await given.save('Hello', 'o-1')
  const reply = (await given.operator.post(given.at(id, '/messages'), { content: 'The quokka is here' })).body
  const other = (await given.operator.post(given.at(id, '/messages'), { content: 'An aardvark too' })).body
  expect((await given.find('quokka'))[0]?.match.message?.id).toBe(reply.id)
  await given.operator.patch(given.at(id, `/messages/${reply.id}`), { content: 'The numbat is here' })
  expect(await given.ids('quokka')).toEqual([])
  expect(await given.ids('numbat')).toEqual([id])
  await given.operator.delete(given.at(id, `/messages/${other.id}`))
  expect(await given.ids('aardvark')).toEqual([])
  await app.ctx.db.update(conversations).set({ deleted_at: new Date() }).where(eq(conversations.id, id))
  expect(await given.ids('numbat')).toEqual([])
})

test('of an answer that a takeover cut short, what was shown is found', async () => {
  await using given = await ready()
  given.vendor.reply({ fault: 'hang_midway', chunks: ['The first wallaby', ' and the rest'] })
  const path = `${given.base}/employees/${given.teammate.id}/messages`
  const id: string = (await given.operator.post(path, { message: 'Tell me' })).body.conversation_id
  const shown = async () => (await given.operator.get(given.at(id, '/messages'))).body.data[0]?.content
  await expect.poll(shown).toContain('wallaby')
  expect(await given.ids('wallaby')).toEqual([])
  await given.operator.post(given.at(id, '/assign'))
  expect(await given.ids('wallaby')).toEqual([id])
})

test('a member finds what the groups show, and nobody finds anything of another organization', async () => {
  await using given = await ready()
  await using other = await ready()
  const id = await given.save('The wombat order', 'o-1', { id: 'c1', first_name: 'Wombat' })
  await other.save('The wombat order', 'o-1')
  const member = await app.given.membership(given.organization, 'member')
  const client = await app.as(member)
  expect(await given.ids('wombat', '', client)).toEqual([])
  const group = { name: 'Support', user_ids: [member.id], employee_ids: [given.teammate.id] }
  await given.operator.post(`${given.base}/access-groups`, group)
  expect(await given.ids('wombat', '', client)).toEqual([id])
  expect(await given.ids('wombat', `&ai_employee_id=${other.teammate.id}`, client)).toEqual([])
  expect((await given.search('wombat', '', other.operator)).status).toBe(404)
  expect((await app.anyone.get(`${given.base}/conversations/search?q=wombat`)).status).toBe(401)
})

test('pages follow each other, the newest first, each conversation once', async () => {
  await using given = await ready()
  const opened: string[] = []
  for (let n = 0; n < 5; n += 1) opened.unshift(await given.save('Any capybara? A capybara!', `o-${n}`))
  const pages = await Promise.all([1, 2, 3, 4].map((page) => given.search('capybara', `&limit=2&page=${page}`)))
  expect(pages.flatMap(({ body }) => body.data.map((row: FoundConversation) => row.id))).toEqual(opened)
  expect(pages.map(({ body }) => body.hasMore)).toEqual([true, true, false, false])
  expect(pages.map(({ body }) => body.truncated)).toEqual([false, false, false, false])
})

test('whatever is typed is looked for as it is', async () => {
  await using given = await ready()
  const id = await given.save(String.raw`100% of_it, (really)? [a-z]* \d 'quoted' $1 -- ; drop`, 'o-1')
  for (const q of ['100%', 'of_it', '(really)?', '[a-z]*', String.raw`\d '`, "'quoted'", '$1 --', '; drop'])
    expect(await given.ids(q), q).toEqual([id])
  for (const q of ['%%%', '___', 'o_it', '.*?', '%'.repeat(200), 'a b c d e f g h i j k l m'])
    expect(await given.ids(q), q).toEqual([])
  for (const q of ['', '  a  ', '   ', 'ab', 'x'.repeat(201)]) expect((await given.search(q)).status, q).toBe(400)
})

test('among more messages than are looked through, rare words are found wherever they occur', async () => {
  await using given = await ready()
  const rare = await given.save('A single axolotl', 'o-1')
  const many = await given.save('Hello', 'o-2')
  const [hello] = await app.ctx.db.select().from(messages).where(eq(messages.conversation_id, many))
  if (!hello) throw new Error('The message was not written')
  await app.ctx.db.$client.query(
    `insert into messages (id, organization_id, conversation_id, role, content)
     select ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, 'contact',
       case when n % 3 = 0 then 'the parrot' else 'nothing' end from generate_series(1, 2500) n`,
    [given.organization.id, many],
  )
  await app.ctx.db.$client.query(
    `insert into message_texts (organization_id, contact_channel_id, employee_id, message_id, conversation_id, text)
     select m.organization_id, c.contact_channel_id, c.employee_id, m.id, c.id, m.content
     from messages m join conversations c on c.id = m.conversation_id where c.id = $1 and m.id > 'ffffffff-0000-7000-8000-000000000000'`,
    [many],
  )
  expect(await given.ids('axolotl')).toEqual([rare])
  expect(await given.ids('parrot')).toEqual([many])
  expect((await given.find('parrot'))[0]?.match.message?.id).toBe('ffffffff-0000-7000-8000-0000000009c3')
  expect((await given.search('nobody said this')).body).toMatchObject({ data: [], truncated: false })
})
