import { expect, test } from 'vitest'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'

const { telegram, talking } = await startTelegramApp()

test('the input of a reply says what it replies to, by the marked part where there is one', async () => {
  const here = await talking()
  const first = await telegram.say(here.bot, { text: 'The blue one costs 20' })
  await here.sentAfter(1)
  const reply_to = first.update.message?.message_id ?? 0
  await telegram.say(here.bot, { text: 'Is that right?', reply_to })
  await here.sentAfter(2)
  await telegram.say(here.bot, { text: 'And this?', reply_to, quote: 'blue one' })
  await here.sentAfter(3)
  expect((await here.inputs()).slice(1)).toEqual([
    { message: 'reply to [[The blue one costs 20]]: Is that right?', attachments: [] },
    { message: 'reply to [[blue one]]: And this?', attachments: [] },
  ])
  // What is saved is what the person wrote.
  expect((await here.received()).slice(1)).toEqual(['Is that right?', 'And this?'])
})

test('a reply to an answer quotes it as it is read, without its formatting', async () => {
  const here = await talking()
  const answer =
    '# Prices\n\nThe **blue** one costs 20.\n\n- red: 30\n- green: 40\n\n| size | left |\n|---|---|\n| 38 | 2 |'
  here.vendor.reply({ text: answer })
  await telegram.say(here.bot, { text: 'What does it cost?' })
  const [sent] = await here.sentAfter(1)
  expect(sent).toMatchObject({ method: 'sendRichMessage', text: answer })
  await telegram.say(here.bot, { text: 'Too much', reply_to: sent?.message_id ?? 0 })
  await here.sentAfter(2)
  const quoted = 'Prices\nThe blue one costs 20.\n• red: 30\n• green: 40\nsize | left\n38 | 2'
  expect((await here.inputs())[1]?.message).toBe(`reply to [[${quoted}]]: Too much`)
})

test.each([
  [
    'amounts in dollars',
    'The blue one costs $395, the red one **$483**.',
    'The blue one costs $395, the red one $483.',
  ],
  ['HTML', 'Write <name>, not <b>bold</b>, in `<code>`.', 'Write <name>, not <b>bold</b>, in <code>.'],
  ['lines', 'Name: Anna\nCity: Wien', 'Name: Anna\nCity: Wien'],
  ['a number at the start', '#89 is open.', '#89 is open.'],
  ['a formula', 'Here $x^2$ grows, for $5 and $6.', 'Here x^2 grows, for $5 and $6.'],
  ['code', '```\nif (a < $1) $2\n```', 'if (a < $1) $2'],
  ['a picture', '![The shop](https://shop.example/a.png)', '[The shop](https://shop.example/a.png)'],
])('an answer with %s is read on Telegram as it was written', async (_name, text, read) => {
  const here = await talking()
  here.vendor.reply({ text })
  await telegram.say(here.bot, { text: 'Well?' })
  const [sent] = await here.sentAfter(1)
  await telegram.say(here.bot, { text: 'Oh', reply_to: sent?.message_id ?? 0 })
  await here.sentAfter(2)
  expect((await here.inputs())[1]?.message).toBe(`reply to [[${read}]]: Oh`)
})

test('an answer that a person forwards is read like a text', async () => {
  const here = await talking()
  const rich_message = { blocks: [{ type: 'paragraph', text: ['It is ', { type: 'bold', text: 'blue' }] }] }
  await telegram.say(here.bot, { fields: { rich_message } })
  await here.sentAfter(1)
  expect(await here.inputs()).toMatchObject([{ message: 'It is blue' }])
})

test.each([
  ['person', { type: 'user', sender_user: { id: 7, first_name: 'Max', last_name: 'Ott' } }, 'Max Ott:'],
  ['person who is hidden', { type: 'hidden_user', sender_user_name: 'Max' }, 'Max:'],
  ['group', { type: 'chat', sender_chat: { id: -7, type: 'group', title: 'Reading circle' } }, 'Reading circle:'],
  ['channel', { type: 'channel', chat: { id: -8, type: 'channel', title: 'Offers' }, message_id: 3 }, 'Offers:'],
])('what a %s wrote is quoted when it is forwarded', async (_name, origin, author) => {
  const here = await talking()
  const text = 'The order is late.\nCall me'
  await telegram.say(here.bot, { text, fields: { forward_origin: { date: 1_790_000_000, ...origin } } })
  await here.sentAfter(1)
  expect(await here.received()).toEqual([`> ${author}\n> The order is late.\n> Call me`])
})

test('a forwarded message of one’s own, and one of which the author cannot be read, keep their words', async () => {
  const here = await talking()
  const from = telegram.newPerson()
  await telegram.say(here.bot, { from, text: 'Mine', fields: { forward_origin: { type: 'user', sender_user: from } } })
  await here.sentAfter(1)
  await telegram.say(here.bot, { from, text: 'Theirs', fields: { forward_origin: { type: 'user', sender_user: 'x' } } })
  await here.sentAfter(2)
  expect(await here.received()).toEqual(['Mine', 'Theirs'])
})
