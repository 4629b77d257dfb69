import { expect, test } from 'vitest'
import { givenGeminiSession, look } from '#testing/calls/gemini-session.ts'
import { question } from '#testing/models/model-calls.ts'
import type { ModelMessage } from '../../model-language.ts'

const user = (content: string): ModelMessage => ({ role: 'user', content })
const model = (content: string): ModelMessage => ({ role: 'assistant', content })
const calls = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => ({ id, name: 'look', input: {} })),
})
const results = (...ids: string[]): ModelMessage => ({
  role: 'tool',
  results: ids.map((call_id) => ({ call_id, name: 'look', output: { seen: call_id } })),
})

const asks = (...ids: string[]) => ({ tool_calls: ids.map((call_id) => ({ call_id, name: 'look' })) })

test('after an earlier message was changed, the model answers to the conversation as it is now', async () => {
  const { vendor, answer } = await givenGeminiSession()
  vendor.answer({ text: 'First.' }, { text: 'Second.' })
  await answer(user('One'))
  await answer(user('Another one'), model('First.'), user('Two'))
  expect(vendor.conversations[1]).toEqual([
    ['user', 'Another one'],
    ['assistant', 'First.'],
    ['user', 'Two'],
  ])
})

test('what another model has answered meanwhile is not taken for words of the caller', async () => {
  const { vendor, answer } = await givenGeminiSession()
  vendor.answer({ text: 'First.' }, { text: 'Third.' })
  await answer(user('One'))
  await answer(user('One'), model('First.'), user('Two'), model('Second.'), user('Three'))
  expect(vendor.conversations[1]).toEqual([
    ['user', 'One'],
    ['assistant', 'First.'],
    ['user', 'Two'],
    ['assistant', 'Second.'],
    ['user', 'Three'],
  ])
})

test.each([
  ['not of all calls', [results('a')]],
  ['followed by more of the caller', [results('a', 'b'), user('Well?')]],
])('results that are %s are described to another session, which answers', async (_name, more) => {
  const { vendor, answer } = await givenGeminiSession()
  vendor.answer(asks('a', 'b'), { text: 'Seen.' })
  await answer(user('Look'))
  expect((await answer(user('Look'), calls('a', 'b'), ...more)).text).toBe('Seen.')
  expect(vendor.connections).toBe(2)
  expect(JSON.stringify(vendor.conversations[1])).toContain('the tool look was called')
})

test('a session that is about to end is still given the results that it waits for', async () => {
  const { vendor, answer } = await givenGeminiSession()
  vendor.answer({ text: 'One moment.', goes_away: true, ...asks('a') }, { text: 'Seen.' })
  await answer(user('Look'))
  const called = { ...calls('a'), content: 'One moment.' }
  expect((await answer(user('Look'), called, results('a'))).text).toBe('Seen.')
  expect(vendor.conversations[1]?.map(([kind]) => kind)).toEqual(['user', 'assistant audio', 'call', 'result'])
})

test('a vendor that says at the start of each session that it will end it is asked in one session for each answer', async () => {
  const { vendor, answer } = await givenGeminiSession()
  vendor.goAwayFromStart()
  vendor.answer({ text: 'First.' }, { text: 'Second.' })
  expect((await answer(user('One'))).text).toBe('First.')
  expect((await answer(user('One'), model('First.'), user('Two'))).text).toBe('Second.')
  // The third was opened for the next answer.
  await expect.poll(() => vendor.sessions).toHaveLength(3)
  expect(vendor.connections).toBe(3)
})

test('a first question whose answer was cancelled is asked again', async () => {
  const { vendor, answer, session } = await givenGeminiSession()
  vendor.answer({ text: 'Broken off', until: new Promise(() => undefined) }, { text: 'Whole.' })
  const cancelled = new AbortController()
  const request = { ...question('gemini-3.8-live'), messages: [user('One')], tools: [look] }
  await expect(
    (async () => {
      for await (const part of session.answer(request, cancelled.signal)) if (part.type === 'text') cancelled.abort()
    })(),
  ).rejects.toThrow()
  expect((await answer(user('One'))).text).toBe('Whole.')
  expect(vendor.conversations[1]).toEqual([['user', 'One']])
})
