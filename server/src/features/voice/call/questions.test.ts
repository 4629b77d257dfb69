import { expect, test } from 'vitest'
import type { FlowStep } from '#contracts/flows.ts'
import { ownTestApp } from '#testing/app.ts'
import { voice } from '#testing/calls/sounds.ts'
import { chatInputs, givenSpokenCall, PAUSE, say, speechInputs, texts } from '#testing/calls/spoken-call.ts'
import { flowOf } from '#testing/runs/workflows.ts'

const app = await ownTestApp()

type Steps = Record<string, Partial<FlowStep> & { type: string }>

/** A call in which the teammate’s workflow asks something before it answers. */
async function asked(question: object, said: string[]) {
  const heard = ['Send it', ...said].map((text) => ({ text }))
  const look = { id: 'look', name: 'workflow__look_up', input: {} }
  const answers = [{ text: 'One moment.', tool_calls: [look] }, { text: 'It is on its way.' }]
  const talk = await givenSpokenCall(app, { heard, answers, organization: { use_lazy_tools: false } })
  const steps: Steps = {
    which: { type: 'user_input', ...question, next: 'end' },
    end: { type: 'end', result: '{{output.which}}' },
  }
  const { body } = await talk.client.post(`${talk.base}/workflows`, { name: 'Look up', ...flowOf(steps) })
  const changed = await talk.client.put(talk.chat, { workflow_ids: [body.id] })
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
