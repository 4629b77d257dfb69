import { expect, test } from 'vitest'
import { startSlackApp } from '#testing/chat-platforms/slack.ts'

const { talking } = await startSlackApp()

const shared = (more: object) => ({
  ...{ id: 1, is_share: true, is_msg_unfurl: true, from_url: 'https://books.slack.com/archives/C9/p1' },
  ...{ channel_id: 'C9', ts: '1764000000.000100', author_id: 'U9', fallback: '[a fallback]', mrkdwn_in: ['text'] },
  ...more,
})

test('a forwarded message is read below the words that came with it', async () => {
  const here = await talking()
  const attachments = [
    shared({ author_name: 'Max Ott', text: 'Order &lt;4711&gt; is late\nSee <https://x.example/a|the page>' }),
    { id: 2, title: 'A preview', text: 'Of an address', from_url: 'https://x.example/a' },
    'of no known form',
  ]
  await here.say({ from: here.anna, text: 'What do I answer?', fields: { attachments } })
  await here.sentAfter(1)
  expect((await here.messages())[0]).toMatchObject({
    role: 'contact',
    content: 'What do I answer?\n\n> Max Ott:\n> Order <4711> is late\n> See the page (https://x.example/a)',
  })
  expect(here.asked()).toContain('Order <4711> is late')
})

test('so is one that came without any words', async () => {
  const here = await talking()
  await here.say({ from: here.anna, text: '', fields: { attachments: [shared({ text: 'The shop is closed' })] } })
  await here.sentAfter(1)
  expect((await here.messages())[0]).toMatchObject({ content: '> The shop is closed' })
})

test('a pasted table is read row by row, with a place for each cell', async () => {
  const here = await talking()
  const cell = (...elements: object[]) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements }],
  })
  const words = (text: string) => cell({ type: 'text', text })
  const rows = [
    [words('Plan'), words('Fee'), { type: 'raw_text', text: 'Note' }],
    [
      words('A & B'),
      { type: 'raw_text', text: '' },
      cell({ type: 'text', text: 'see ' }, { type: 'link', url: 'https://x.example/', text: 'page' }),
    ],
    [cell({ type: 'user', user_id: here.anna.id }), { type: 'raw_number', value: 12.5, text: '12.50' }, null],
  ]
  const attachments = [
    {
      id: 1,
      fallback: '[no preview available]',
      blocks: [
        { type: 'table', rows },
        { type: 'table', rows: 5 },
      ],
    },
  ]
  await here.say({ from: here.anna, text: 'Which is mine?', fields: { attachments } })
  await here.sentAfter(1)
  expect((await here.messages())[0]).toMatchObject({
    content: 'Which is mine?\n\nPlan | Fee | Note\nA & B |  | see page (https://x.example/)\n@Anna Weber | 12.50 |',
  })
})

test('a message whose words are in its blocks alone is read from them', async () => {
  const here = await talking()
  const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
  const words = (text: string) => section({ type: 'text', text })
  const elements = [
    section({ type: 'text', text: 'Which of A & B is ' }, { type: 'link', url: 'https://x.example/', text: 'mine' }),
    { type: 'rich_text_list', style: 'bullet', elements: [words('the first'), words('the second')] },
    'of no known form',
  ]
  await here.say({ from: here.anna, text: '', fields: { blocks: [{ type: 'rich_text', elements }, 5] } })
  await here.sentAfter(1)
  expect((await here.messages())[0]).toMatchObject({
    content: 'Which of A & B is mine (https://x.example/)\n• the first\n• the second',
  })
})

test('in words that are in blocks alone, times and mentions of groups are read like in a text', async () => {
  const here = await talking()
  const elements = [
    { type: 'broadcast', range: 'here' },
    { type: 'text', text: ' ' },
    { type: 'usergroup', usergroup_id: 'S1' },
    { type: 'text', text: ': delivered ' },
    { type: 'date', timestamp: 1_796_000_000, format: '{date_long}', fallback: 'November 30th, 2026' },
    { type: 'text', text: ', ordered ' },
    { type: 'date', timestamp: 1_795_000_000, format: '{date_long}' },
    { type: 'date', timestamp: 1e300, format: '{date_long}' },
  ]
  const block = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }
  await here.say({ from: here.anna, text: '', fields: { blocks: [block] } })
  await here.sentAfter(1)
  expect((await here.messages())[0]).toMatchObject({
    content: '@here @group: delivered November 30th, 2026, ordered 2026-11-18 11:06 UTC',
  })
})

test('fields that say nothing, and files of no known form, leave the words as they are', async () => {
  const here = await talking()
  const nothing = { subtype: null, bot_id: null, thread_ts: null, parent_user_id: null, channel_type: null }
  await here.say({ from: here.anna, text: 'One', fields: { ...nothing, blocks: {}, files: null } })
  expect((await here.sentAfter(1))[0]).toMatchObject({ markdown_text: 'Hello from Ada' })
  await here.say({ from: here.anna, text: 'Two', fields: { files: [null, { name: 5, size: '12' }] } })
  await here.sentAfter(3)
  expect(await here.received()).toEqual(['One', 'Two'])
  expect(here.sent().map(({ text }) => text)).toContain('Some attachments were not processed.')
})
