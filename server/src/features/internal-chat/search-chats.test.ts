import { expect, test } from 'vitest'
import type { ChatSearchResults } from '#contracts/internal-chat.ts'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import type { Client } from '#testing/client.ts'

const app = await testApp()

async function ready() {
  const given = await givenInternalChat(app)
  given.vendor.reply(() => ({ text: 'Noted.' }))
  const search = async (q: string, more = '', { client, under }: { client?: Client; under?: string } = {}) => {
    const path = under ?? `${given.base}/internal-chat`
    const answer = await (client ?? given.client).get(`${path}/conversations/search?q=${encodeURIComponent(q)}${more}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as ChatSearchResults
  }
  const found = async (...args: Parameters<typeof search>) => (await search(...args)).data.map(({ id }) => id)
  const anew = { create_new_conversation: true }
  return { ...given, search, found, anew }
}

test('chats are found by what was asked and by what was answered, in any case and script', async () => {
  await using given = await ready()
  given.vendor.reply({ text: 'The Zebrafinch sings at dawn.' })
  const birds = await given.sendAndWait('Tell me about birds')
  const parcel = await given.sendAndWait('Hello there.\nГде моя ПОСЫЛКА, Straße 5?', given.anew)
  expect((await given.search('zebraFINCH')).data).toMatchObject([
    {
      id: birds.conversation_id,
      ai_employee: { id: given.teammate.id, name: 'Ada' },
      match: {
        source: 'message',
        message_id: birds.assistant_message_id,
        excerpt: 'The Zebrafinch sings at dawn.',
      },
    },
  ])
  for (const words of ['посылка', 'ПОСЫЛ', 'straße', 'STRASSE 5', 'моя посылка']) {
    expect(await given.found(words), words).toEqual([parcel.conversation_id])
  }
  expect(await given.found('nobody wrote this')).toEqual([])
})

test('a chat is found once: by its title before all that only a message has, and these by the newest match', async () => {
  await using given = await ready()
  const titled = await given.sendAndWait('About lighthouses. I like lighthouses.')
  const old = await given.sendAndWait('First.\nA lighthouse', given.anew)
  const young = await given.sendAndWait('Second.\nA lighthouse', given.anew)
  const again = await given.sendAndWait('One more lighthouse', { conversation_id: old.conversation_id })

  const { data } = await given.search('lighthouse')
  expect(data.map(({ id }) => id)).toEqual([titled.conversation_id, old.conversation_id, young.conversation_id])
  expect(data.map(({ match }) => match)).toEqual([
    { source: 'title', message_id: null, excerpt: 'About lighthouses. I like lighthouses.' },
    { source: 'message', message_id: again.message_id, excerpt: 'One more lighthouse' },
    { source: 'message', message_id: young.message_id, excerpt: 'Second. A lighthouse' },
  ])

  const named = { title: 'The Lighthouse plan' }
  await given.client.patch(`${given.path}/conversations/${young.conversation_id}/title`, named)
  expect((await given.search('lighthouse PLAN')).data).toMatchObject([
    { id: young.conversation_id, match: { source: 'title', excerpt: 'The Lighthouse plan' } },
  ])
})

test('a page is as long as wanted, and says whether there is more', async () => {
  await using given = await ready()
  for (let n = 0; n < 3; n++) await given.sendAndWait(`Chat ${n}.\nwalrus`, given.anew)
  expect(await given.search('walrus', '&limit=2')).toMatchObject({ limit: 2, hasMore: true, data: [{}, {}] })
  expect(await given.search('walrus', '&limit=3')).toMatchObject({ limit: 3, hasMore: false, data: [{}, {}, {}] })
  expect(await given.search('walrus')).toMatchObject({ limit: 20, hasMore: false })
})

test('percent, underscore and backslash are plain characters', async () => {
  await using given = await ready()
  const share = await given.sendAndWait('It is 100% sure')
  const path = await given.sendAndWait('In C:\\snake_case', given.anew)
  expect(await given.found('100%')).toEqual([share.conversation_id])
  expect(await given.found('snake_case')).toEqual([path.conversation_id])
  expect(await given.found('C:\\snake')).toEqual([path.conversation_id])
  expect(await given.found('snake%case')).toEqual([])
  expect(await given.found('10_%')).toEqual([])
  expect(await given.found('%%%')).toEqual([])
})

test('fewer than three characters are refused, blanks around them do not count', async () => {
  await using given = await ready()
  for (const under of [`${given.base}/internal-chat`, given.path]) {
    for (const q of ['', 'ab', '%20ab%20']) {
      const { status, body } = await given.client.get(`${under}/conversations/search?q=${q}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED' })
    }
  }
})

test('search under a teammate finds chats with that one alone', async () => {
  await using given = await ready()
  const bob = await app.given.teammate(given.organization, { name: 'Bob', model: given.teammate.model })
  const withBob = await given.chatOf(given.admin, bob)
  const ada = await given.sendAndWait('The same pelican')
  const other = await withBob.sendAndWait('The same pelican')
  expect(await given.found('pelican')).toEqual([other.conversation_id, ada.conversation_id])
  expect(await given.found('pelican', '', { under: given.path })).toEqual([ada.conversation_id])
  expect(await given.found('pelican', '', { under: withBob.path })).toEqual([other.conversation_id])
})

test('nobody finds what is not theirs, what they may see no more, or what is deleted', async () => {
  await using given = await ready()
  const group = await app.given.accessGroup(given.organization, { users: [given.member], teammates: [given.teammate] })
  const member = await given.chatOf(given.member)
  const own = await member.sendAndWait('A secret ocelot')
  const as = { client: member.client }
  expect(await given.found('ocelot')).toEqual([])
  expect(await given.found('ocelot', '', { client: await app.as(given.owner) })).toEqual([])
  expect(await given.found('ocelot', '', as)).toEqual([own.conversation_id])

  const one = `${member.path}/conversations/${own.conversation_id}`
  await member.client.delete(one)
  expect(await given.found('ocelot', '', as)).toEqual([])
  await member.client.post(`${one}/restore`)
  expect(await given.found('ocelot', '', as)).toEqual([own.conversation_id])

  await given.client.delete(`${given.base}/access-groups/${group.id}`)
  expect(await given.found('ocelot', '', as)).toEqual([])
})

test('a word that is in thousands of messages of one chat does not hide the chats that have it too', async () => {
  await using given = await ready()
  const quiet = await given.sendAndWait('Start.\nheron')
  const loud = await given.sendAndWait('Start.\nheron', given.anew)
  await app.ctx.db.$client.query(
    `insert into message_texts (organization_id, contact_channel_id, employee_id, message_id, conversation_id, text)
    select organization_id, contact_channel_id, employee_id, gen_random_uuid(), conversation_id, text
    from message_texts, generate_series(1, 1100) where message_id = $1`,
    [loud.message_id],
  )
  await app.ctx.db.$client.query(
    `insert into messages (id, organization_id, conversation_id, role, content)
    select message_id, organization_id, conversation_id, 'contact', text from message_texts
    where conversation_id = $1 and message_id not in (select id from messages)`,
    [loud.conversation_id],
  )
  expect((await given.found('heron')).toSorted()).toEqual([quiet.conversation_id, loud.conversation_id].toSorted())
})

test('characters that are not stored do not count as characters to search for', async () => {
  await using given = await givenInternalChat(app)
  const search = (q: string) => given.client.get(`${given.base}/internal-chat/conversations/search?q=${q}`)
  for (const q of ['%00%00%00', 'a%00%00', '%20%20%20']) expect((await search(q)).status).toBe(400)
  expect((await search('ab%00c')).status).toBe(200)
})
