import { expect, test } from 'vitest'
import type { ModelMessage } from '#features/models/model-language.ts'
import { answered, askDemo, toolNamed } from '#testing/models/demo-model-calls.ts'
import { startDemoModel } from './demo-model.ts'

const files = ['storage.read_file', 'storage.list', 'storage.write_file', 'storage.search'].map((name) =>
  toolNamed(name, ['path', 'content', 'query']),
)

test.each([
  ['Draft a friendly reply to an unhappy customer', 'Dear customer'],
  ['Make a plan for my week', '| Monday |'],
  ['Напишите вежливый ответ недовольному клиенту', 'Здравствуйте'],
  ['Составьте план на неделю', '| Понедельник |'],
])('it answers the example “%s”, which needs no tool', async (message, phrase) => {
  await using demo = await startDemoModel()
  expect((await askDemo(demo, message)).text).toContain(phrase)
})

test.each([
  [
    'Summarize “Notes/Plan.md”',
    { name: 'storage.read_file', input: { path: 'Notes/Plan.md' } },
    'Notes/Plan.md, lines 1 to 3 of 3\n1\t# Plan\n2\t\n3\tFirst things first.',
    '> **Plan**  \n> First things first.  \n\n— `Notes/Plan.md`',
  ],
  [
    'Перескажите «План.md»',
    { name: 'storage.read_file', input: { path: 'План.md' } },
    'План.md, lines 1 to 1 of 1\n1\tСначала главное.',
    '> Сначала главное.',
  ],
  [
    'Which files can you read?',
    { name: 'storage.list', input: { path: '/' } },
    {
      path: '/',
      total: 2,
      entries: [
        { path: 'Notes', type: 'folder' },
        { path: 'a.md', type: 'file', size: 1 },
      ],
    },
    '- 📁 Notes\n- a.md',
  ],
  [
    'Какие файлы вы можете читать?',
    { name: 'storage.list', input: { path: '/' } },
    { path: '/', total: 0, entries: [] },
    'Пока никаких',
  ],
  [
    'Write a checklist for a new colleague and save it in “Notes”',
    { name: 'storage.write_file', input: { path: 'Notes/Checklist for a new colleague.md' } },
    { path: 'Notes/Checklist for a new colleague.md', size: 9, written: 'created' },
    'saved as `Notes/Checklist for a new colleague.md`',
  ],
  [
    'Составьте памятку для нового коллеги и сохраните её в «Заметки»',
    { name: 'storage.write_file', input: { path: 'Заметки/Памятка для нового коллеги.md' } },
    { path: 'Заметки/Памятка для нового коллеги.md', size: 9, written: 'created' },
    'файл сохранён `Заметки/Памятка для нового коллеги.md`',
  ],
  [
    'What do our files say about “Delivery times”?',
    { name: 'storage.search', input: { query: 'Delivery times' } },
    { results: [{ cite: 'a.md:1', passage: 'Delivery times: two days' }] },
    '— `a.md:1`',
  ],
])('it answers the example “%s” with the tool for it', async (message, call, output, phrase) => {
  await using demo = await startDemoModel()
  const asked: ModelMessage[] = [{ role: 'user', content: message }]
  const { tool_calls } = await askDemo(demo, asked, { tools: files })
  expect(tool_calls).toMatchObject([call])
  const reply = await askDemo(demo, [...asked, ...answered(tool_calls, output)], { tools: files })
  expect(reply.tool_calls).toEqual([])
  expect(reply.text).toContain(phrase)
  // What a tool refuses is reported as it is.
  const refused = await askDemo(demo, [...asked, ...answered(tool_calls, 'Not allowed here')], { tools: files })
  if (!message.startsWith('What do')) expect(refused.text).toContain('Not allowed here')
})
