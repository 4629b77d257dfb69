import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import type { FlowStep } from '#contracts/flows.ts'
import { dispatchWaitingRuns, wakeSuspendedRuns } from '#features/runs/jobs.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf, runOf, stepsOf } from '#testing/chats/private-chat.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'
import { flowOf } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await startWebchatApp()

type Steps = Record<string, Partial<FlowStep> & { type: string }>

/** A teammate whose model may call workflows with these steps. */
async function withWorkflows(...flows: { name: string; steps: Steps; description?: string; flow?: object }[]) {
  const given = await givenInternalChat(app, { organization: { use_lazy_tools: false } })
  const ids: string[] = []
  for (const { steps, flow: more = {}, ...named } of flows) {
    const { flow, starting_step_id } = flowOf(steps)
    const body = { ...named, flow: { ...flow, ...more }, starting_step_id }
    ids.push((await given.client.post(`${given.base}/workflows`, body)).body.id)
  }
  const path = `${given.base}/employees/${given.teammate.id}`
  expect((await given.client.put(path, { workflow_ids: ids })).status).toBe(200)
  return Object.assign(given, {
    ids,
    /** What the model was offered, by name. */
    offered: () => {
      const tools = (given.vendor.requests.at(-1)?.body.tools ?? []) as { function: Record<string, unknown> }[]
      return Object.fromEntries(tools.map((tool) => [String(tool.function.name), tool.function]))
    },
    /** The results of its calls, as they were sent with its last request. */
    results: () =>
      ((given.vendor.requests.at(-1)?.body.messages ?? []) as { role: string; tool_call_id: string; content: string }[])
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id, content }) => [tool_call_id, content] as const),
    read: async (id: string): Promise<Message> => {
      const { body } = await given.client.get(`${given.path}/messages`)
      return body.data.find((message: Message) => message.id === id)
    },
  })
}

const lookUp: Steps = {
  say: { type: 'message', text: 'Looking up {{input.order}}.', next: 'which' },
  which: { type: 'user_input', question: 'Which address for {{input.order}}?', next: 'end' },
  end: { type: 'end', result: { order: '{{input.order}}', to: '{{output.which}}' } },
}

test('a workflow is a tool that may ask a person: the question is in the answer, its result goes to the model', async () => {
  await using given = await withWorkflows({ name: 'Order: look up!', description: 'Finds an order.', steps: lookUp })
  const call = { id: 'look', name: 'workflow__order_look_up', input: { order: 7 } }
  given.vendor.reply({ text: 'One moment.', tool_calls: [call] }, { text: 'It goes to Rome.' })
  const { body } = await given.send('Where does it go?')
  const { run_id, assistant_message_id: id } = body
  await expect.poll(async () => (await given.read(id)).waiting_for?.kind).toBe('question')
  const waiting = await given.read(id)
  const content = 'One moment.\n\nWhich address for 7?'
  expect(waiting).toMatchObject({ content, waiting_for: { question: 'Which address for 7?', choices: null } })
  expect(given.offered().workflow__order_look_up).toMatchObject({
    description: 'Runs the workflow "Order: look up!" and returns its result. Finds an order.',
    parameters: { type: 'object', properties: { order: {} } },
  })

  const answer = {
    value: 'Rome',
    question_id: waiting.waiting_for && 'question_id' in waiting.waiting_for ? waiting.waiting_for.question_id : '',
  }
  const resume = () => given.client.post(`${given.base}/workflows/runs/${run_id}/resume`, answer)
  const answers = await Promise.all(Array.from({ length: 8 }, resume))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  await app.events.next('message_done', ({ payload }) => payload.id === id)
  const whole = await given.read(id)
  expect(whole).toMatchObject({ status: 'completed', content: `${content}\n\n> Rome\n\nIt goes to Rome.` })
  expect(whole.stream_tools).toMatchObject([{ call_id: 'look', tool: 'workflow.order_look_up', status: 'done' }])
  expect(given.results().map(([id, content]) => [id, JSON.parse(content)])).toEqual([
    ['look', { order: 7, to: 'Rome' }],
  ])
  expect(given.vendor.requests).toHaveLength(2)
  const steps = await stepsOf(app, run_id)
  expect(steps.map(({ cursor, step_id, status }) => [cursor, step_id, status])).toEqual([
    ['', 'answer', 'completed'],
    ['answer.1/round0-0/', 'say', 'completed'],
    ['answer.1/round0-0/', 'which', 'completed'],
    ['answer.1/round0-0/', 'end', 'completed'],
  ])
  expect(steps[0]?.payload).not.toHaveProperty('possibly_repeated')
  expect(steps[0]?.payload).not.toHaveProperty('attempts')
})

test('what fails in a workflow, comes too late in it, or goes round in circles is reported to the model', async () => {
  await using given = await withWorkflows(
    { name: 'Fail', steps: { stop: { type: 'wait', until: '{{input.when}}' } } },
    { name: 'Slow', steps: { ask: { type: 'user_input', question: 'Well?' } }, flow: { timeout_seconds: 60 } },
    { name: 'Slow', steps: {} },
  )
  const again = await given.client.post(`${given.base}/workflows`, {
    name: 'Again',
    ...flowOf({ ask: { type: 'agent', employee_id: given.teammate.id, message: 'Again' } }),
  })
  const workflow_ids = [...given.ids, again.body.id]
  await given.client.put(`${given.base}/employees/${given.teammate.id}`, { workflow_ids })
  given.vendor.reply(
    {
      tool_calls: [
        { id: 'fail', name: 'workflow__fail', input: { when: 'soon' } },
        { id: 'slow', name: 'workflow__slow', input: {} },
      ],
    },
    { text: 'Neither.' },
  )
  const { body } = await given.send('Try')
  await expect.poll(async () => (await given.read(body.assistant_message_id)).waiting_for?.kind).toBe('question')
  // A draft is none.
  expect(Object.keys(given.offered()).sort()).toEqual(['workflow__again', 'workflow__fail', 'workflow__slow'])
  // Until then it has a lease, which would end with the clock.
  await expect.poll(async () => (await runOf(app, body.run_id)).status).toBe('suspended')
  app.clock.advance(61_000)
  await app.runJob(wakeSuspendedRuns)
  await app.runJob(dispatchWaitingRuns)
  await app.events.next('message_done', ({ payload }) => payload.id === body.assistant_message_id)
  expect(given.results()).toEqual([
    ['fail', expect.stringContaining('is not a time')],
    ['slow', expect.stringContaining('took longer than 60 s')],
  ])
  const [answer, ...inside] = await stepsOf(app, body.run_id)
  expect(answer).toMatchObject({ status: 'completed' })
  expect(inside.map(({ status }) => status)).toEqual(['failed', 'failed'])
  expect((await runOf(app, body.run_id)).status).toBe('completed')

  const call = { name: 'workflow__again', input: {} }
  const [one, two, three, four] = [1, 2, 3, 4].map((nth) => ({ tool_calls: [{ ...call, id: `again${nth}` }] }))
  const back = { text: 'Back.' }
  given.vendor.reply(...[one, two, three, four].flatMap((each) => each ?? []), back, back, back, back)
  const { assistant_message_id } = await given.sendAndWait('Round and round')
  expect((await messageOf(app, assistant_message_id)).content).toBe('Back.')
  const sent = given.vendor.requests.map(({ body }) => JSON.stringify(body.messages))
  expect(sent.filter((text) => text.includes('calling each other'))).toHaveLength(1)
})

test('a workflow with an asked tool and a free call of the same round: each is made once, no matter who waits', async () => {
  const hits: string[] = []
  const { url } = await serve(({ url: path = '' }, response) => {
    hits.push(path)
    response.end('ok')
  })
  await using given = await withWorkflows({
    name: 'Post',
    steps: {
      post: { type: 'http_request', url: `${url}/before`, next: 'ok' },
      ok: { type: 'user_input', kind: 'approval', question: 'Send it?', next: 'send' },
      send: { type: 'http_request', url: `${url}/after` },
    },
  })
  const tools = [{ name: 'http_request', ask: true }]
  await given.client.put(`${given.base}/employees/${given.teammate.id}`, { tools })
  given.vendor.reply(
    {
      tool_calls: [
        { id: 'w', name: 'workflow__post', input: {} },
        { id: 'a', name: 'http_request', input: { url: `${url}/asked` } },
      ],
    },
    { text: 'Sent.' },
  )
  const { body } = await given.send('Send')
  const { assistant_message_id: id, run_id } = body
  for (const tool of [null, { name: 'http_request' }]) {
    await expect.poll(async () => (await given.read(id)).waiting_for).toMatchObject({ kind: 'approval', tool })
    const [{ question_id }] = (await given.client.get(`${given.base}/workflows/runs/${run_id}/questions`)).body.data
    const answer = { question_id, approved: true }
    expect((await given.client.post(`${given.base}/workflows/runs/${run_id}/resume`, answer)).status).toBe(200)
  }
  await app.events.next('message_done', ({ payload }) => payload.id === id)
  expect(hits).toEqual(['/before', '/after', '/asked'])
  expect(given.results().map(([call]) => call)).toEqual(['w', 'a'])
  expect((await given.read(id)).content).toBe('Send it?\n\nSent.')
})

test('a visitor sees a question to them and answers it once, and of an approval only that the answer waits', async () => {
  await using given = await givenWebchat(app, { organization: { use_lazy_tools: false } })
  const flow = flowOf({
    ask: { type: 'user_input', question: 'Which size?', kind: 'choice', choices: ['S', 'L'], next: 'ok' },
    ok: { type: 'user_input', question: 'Really?', kind: 'approval' },
  })
  const { body: workflow } = await given.asAdmin.post(`${given.base}/workflows`, { name: 'Size', ...flow })
  await given.asAdmin.put(`${given.base}/employees/${given.teammate.id}`, { workflow_ids: [workflow.id] })
  given.vendor.reply({ tool_calls: [{ id: 'size', name: 'workflow__size', input: {} }] }, { text: 'Ordered.' })
  const [visitor, other] = [given.browser(), given.browser()]
  const { body } = await visitor.send('A shirt')
  const { conversation, answer } = body.data
  const read = async (): Promise<Message> => {
    const { body } = await visitor.get(`/messages?conversation_id=${conversation.id}`)
    return body.data.find(({ id }: Message) => id === answer.id)
  }
  await expect.poll(async () => (await read()).waiting_for?.kind).toBe('question')
  const { waiting_for } = await read()
  expect(waiting_for).toMatchObject({ question: 'Which size?', choices: ['S', 'L'] })
  const question_id = waiting_for && 'question_id' in waiting_for ? waiting_for.question_id : ''
  const path = `/messages/${answer.id}/answer`
  const good = { conversation_id: conversation.id, question_id, value: 'L' }
  expect((await visitor.call('POST', path, { ...good, value: 'XXL' })).status).toBe(400)
  expect((await visitor.call('POST', path, { ...good, approved: true, value: undefined })).status).toBe(400)
  await other.call('POST', '/conversations/new', { contact: { external_id: 'somebody-else' } })
  expect((await other.call('POST', path, good)).status).toBe(404)
  const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.call('POST', path, good)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])

  const run_id = answer.run_id as string
  const runs = `${given.base}/workflows/runs/${run_id}`
  const questions = async () => (await given.asAdmin.get(`${runs}/questions`)).body.data
  await expect.poll(async () => (await questions())[0]?.kind).toBe('approval')
  await expect.poll(async () => (await read()).waiting_for).toBeNull()
  const [approval] = await questions()
  const sneaky = { ...good, question_id: approval.question_id, value: 'yes' }
  expect((await visitor.call('POST', path, sneaky)).status).toBe(409)
  const { body: seen } = await given.asAdmin.get(`${given.base}/conversations/${conversation.id}/messages`)
  expect(seen.data.find(({ id }: Message) => id === answer.id)?.waiting_for).toMatchObject({ kind: 'approval' })
  await given.asAdmin.post(`${runs}/resume`, { approved: true, question_id: approval.question_id })
  await expect.poll(async () => (await read()).status).toBe('completed')
  expect((await read()).content).toBe('Which size?\n\n> L\n\nReally?\n\nOrdered.')
})
