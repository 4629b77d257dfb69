import { expect, test } from 'vitest'
import type { FlowStep } from '#contracts/flows.ts'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import {
  chatInputs,
  givenSpokenCall,
  PAUSE,
  type SpokenCall,
  say,
  speechInputs,
  texts,
} from '#testing/calls/spoken-call.ts'
import { givenVisitorCall } from '#testing/calls/visitor-call.ts'
import { flowOf } from '#testing/runs/workflows.ts'

const app = await ownTestApp()

type Steps = Record<string, Partial<FlowStep> & { type: string }>

/** A call in which the teammate’s workflow asks something before it answers. */
async function asked(question: object, said: string[]) {
  const heard = ['Send it', ...said].map((text) => ({ text }))
  return askedIn(await givenSpokenCall(app, { heard, ...looksUp }), question)
}

const look = { id: 'look', name: 'workflow__look_up', input: {} }
const looksUp = {
  answers: [{ text: 'One moment.', tool_calls: [look] }, { text: 'It is on its way.' }],
  organization: { use_lazy_tools: false },
}

type AnyCall = Pick<SpokenCall, 'client' | 'base' | 'teammate' | 'call'>

async function askedIn<Talk extends AnyCall>(talk: Talk, question: object): Promise<Talk> {
  const steps: Steps = {
    which: { type: 'user_input', ...question, next: 'end' },
    end: { type: 'end', result: '{{output.which}}' },
  }
  const { body } = await talk.client.post(`${talk.base}/workflows`, { name: 'Look up', ...flowOf(steps) })
  const changed = await talk.client.put(`${talk.base}/employees/${talk.teammate.id}`, { workflow_ids: [body.id] })
  expect(changed.status).toBe(200)
  say(talk, voice(900), PAUSE)
  await talk.call.event('question_asked')
  return talk
}
const toolResult = (talk: Awaited<ReturnType<typeof asked>>) => JSON.stringify(chatInputs(talk).at(-1)?.messages)

test('a question is asked aloud, and what the caller says is its answer', async () => {
  const talk = await asked({ question: 'Which address?' }, ['12 High Street'])
  expect(speechInputs(talk).map(({ input }) => input)).toEqual(['One moment.', 'Which address?'])
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(toolResult(talk)).toContain('12 High Street')
  expect(speechInputs(talk).at(-1)).toEqual(expect.objectContaining({ input: 'It is on its way.' }))
  const all = texts(await talk.messages())
  expect(all).toContainEqual(['contact', '12 High Street'])
  expect(all.filter(([role]) => role === 'ai')).toHaveLength(1)
})

test('of choices the one that was named counts, and anything else is a message of its own', async () => {
  const question = { question: 'Which size?', kind: 'choice', choices: ['Large', 'Extra large'] }
  const talk = await asked(question, ['Extra large, please.'])
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(toolResult(talk)).toContain('Extra large')

  const other = await asked(question, ['What does it cost?'])
  say(other, voice(900), PAUSE)
  await other.call.event('response.done')
  const all = await other.messages()
  expect(texts(all).at(-2)).toEqual(['contact', 'What does it cost?'])
  expect(all.find(({ waiting_for }) => waiting_for)?.waiting_for).toMatchObject({ question: 'Which size?' })
})

test('consent is asked aloud and given on the page; then the call says how it continues', async () => {
  const talk = await asked({ question: 'Send it?', kind: 'approval' }, [])
  expect(speechInputs(talk).at(-1)).toMatchObject({ input: 'Send it?' })
  const run_id = (await talk.messages()).at(-1)?.run_id
  const answered = await talk.client.post(`${talk.base}/workflows/runs/${run_id}/resume`, { approved: true })
  expect(answered.status).toBe(200)
  await talk.call.event('response.done')
  expect(speechInputs(talk).at(-1)).toMatchObject({ input: 'It is on its way.' })
})

const listing = { id: 'list', name: 'storage__list', input: {} }
/** A teammate that asks before it lists files. */
const asksFirst = {
  answers: [{ text: 'One moment.', tool_calls: [listing] }, { text: 'There are none.' }],
  values: { tools: [{ name: 'storage.list', ask: true }] },
  organization: { use_lazy_tools: false },
} satisfies Parameters<typeof givenSpokenCall>[1]

test('whether a tool may be called is asked aloud in words, which the captions show too', async () => {
  const talk = await givenSpokenCall(app, asksFirst)
  say(talk, voice(900), PAUSE)
  await talk.call.event('question_asked')
  const question = 'May Ada use storage list?'
  expect(speechInputs(talk).map(({ input }) => input)).toEqual(['One moment.', question])
  const captions = () => talk.call.events.filter((event) => event.type === 'caption' && event.role === 'assistant')
  expect(captions().at(-1)).toMatchObject({ text: `One moment.\n${question}`, is_final: false })
  const run_id = (await talk.messages()).at(-1)?.run_id
  await talk.client.post(`${talk.base}/workflows/runs/${run_id}/resume`, { approved: true })
  await talk.call.event('response.done')
  expect(captions().at(-1)).toMatchObject({ text: expect.stringMatching(/^One moment.\s+There are none.$/) })
})

test('a visitor is not asked whether a tool may be called: the call waits for those who are', async () => {
  const talk = await givenVisitorCall(app, asksFirst)
  say(talk, voice(900), PAUSE)
  const last = async () => (await talk.client.get(talk.at('/messages'))).body.data[0]
  await expect.poll(async () => (await last()).waiting_for?.kind).toBe('approval')
  await expect.poll(() => speechInputs(talk).length).toBeGreaterThan(0)
  const answered = await talk.client.post(`${talk.base}/workflows/runs/${(await last()).run_id}/resume`, {
    approved: true,
  })
  expect(answered.status).toBe(200)
  await talk.call.event('response.done')
  expect(speechInputs(talk).map(({ input }) => input)).toEqual(['One moment.', 'There are none.'])
  expect(talk.call.events.filter(({ type }) => type === 'question_asked')).toEqual([])
})

test('a question is over for the caller’s page when a person takes over', async () => {
  const talk = await askedIn(await givenVisitorCall(app, looksUp), { question: 'Which address?' })
  await talk.client.post(talk.at('/assign'))
  await talk.call.event('operator_changed')
  const { message_id } = await talk.call.event('question_asked')
  expect(await talk.call.event('response.done')).toMatchObject({ message_id })
})
