import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { teammateSpend } from '#features/runs/table.ts'
import { testApp } from '#testing/app.ts'
import { givenPrivateChat, runsOf } from '#testing/chats/private-chat.ts'

const app = await testApp()
const PRICES = { input_cost: 0, output_cost: 100 }

/** Ada, who may ask others, and Bob, whom she may ask; both answer through the same double. */
async function ready(limit: number | null = null) {
  const given = await givenPrivateChat(app, {
    organization: { use_lazy_tools: false, ai_employee_daily_cost_limit_usd: limit },
    values: { tools: ['agent.call_teammate'], model_values: PRICES, instructions: 'I am Ada.' },
  })
  const bob = await app.given.teammate(given.organization, {
    name: 'Bob',
    model: given.teammate.model,
    instructions: 'I am Bob.',
    tools: ['agent.call_teammate'],
  })
  return { ...given, bob }
}
type Given = Awaited<ReturnType<typeof ready>>

const asks = ({ offered }: Given, teammate_id: string, message = 'Do you know?') => ({
  tool_calls: [{ name: offered(0)[0] ?? 'agent__call_teammate', input: { teammate_id, message } }],
})
const isBob = (body: object) => JSON.stringify(body).includes('I am Bob.')
const lastResult = (given: Given) => {
  const last = given.vendor.requests.findLast(({ body }) => !isBob(body))?.body.messages as {
    role: string
    content: string
  }[]
  return last?.findLast(({ role }) => role === 'tool')?.content
}
const spentBy = async ({ id }: { id: string }) => {
  const rows = await app.ctx.db.select().from(teammateSpend).where(eq(teammateSpend.employee_id, id))
  return rows.map(({ spent_usd, reserved_usd }) => [spent_usd, reserved_usd])
}

/** Ada asks once, then answers. */
function play(
  given: Given,
  teammate_id: string,
  bob: Parameters<Given['vendor']['reply']>[0] = { text: 'Bob knows.' },
) {
  given.vendor.reply((request) => {
    if (isBob(request.body)) return typeof bob === 'function' ? bob(request) : bob
    const answered = JSON.stringify(request.body.messages).includes('"role":"tool"')
    return answered ? { text: 'Ada answers.' } : asks(given, teammate_id)
  })
}

test('a teammate asks another and is told the answer; each is charged for its own', async () => {
  await using given = await ready(5)
  play(given, given.bob.id, { text: 'Bob knows.', usage: { input_tokens: 1, output_tokens: 2000 } })
  const { body } = await given.ask('Ask Bob!')
  expect(body.data.message).toBe('Ada answers.')
  expect(JSON.parse(lastResult(given) ?? '')).toEqual({ teammate: 'Bob', answer: 'Bob knows.' })

  expect(await spentBy(given.bob)).toEqual([[0.2, 0]])
  expect(await spentBy(given.teammate)).toEqual([[0.001, 0]])
  const [parent, child] = await runsOf(app, given.organization)
  expect(child).toMatchObject({ parent_run_id: parent?.id, employee_id: given.bob.id, status: 'completed' })
})

test('a teammate is told whom it can ask, by the rights of the person behind the run', async () => {
  await using given = await ready()
  const { organization, teammate, bob } = given
  await app.given.teammate(organization, { name: 'Eve', role: `Reads\nletters${'.'.repeat(300)}` })
  const owner = await app.given.membership(organization, 'owner')
  await app.given.teammate(organization, { name: 'Ally', owned_by_user_id: owner.id, is_system: true })
  given.vendor.reply(() => ({ text: 'Ada answers.' }))
  const whom = () => {
    const messages = given.vendor.requests.at(-1)?.body.messages as { content: string }[] | undefined
    return messages?.[0]?.content.split('# Teammates you can ask\n')[1]?.split('\n')
  }

  await given.ask('Whom can you ask?')
  expect(whom()).toEqual([
    `- Bob (id ${bob.id})`,
    expect.stringMatching(/^- Eve \(id [0-9a-f-]+\): Reads letters\.+…$/),
  ])

  const member = await app.given.membership(organization, 'member')
  await app.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  const client = await app.as(member)
  const path = `/api/organizations/${organization.id}/employees/${teammate.id}/messages`
  const { body } = await client.post(path, { message: 'Whom can you ask?' })
  await app.events.next('message_done', ({ payload }) => payload.id === body.assistant_message_id)
  expect(whom()).toEqual(['None.'])
})

test('a teammate can ask neither itself, nor one of another organization, nor a missing one', async () => {
  await using given = await ready()
  await using theirs = await ready()
  for (const [id, refusal] of [
    [given.teammate.id, 'A teammate cannot ask itself'],
    [theirs.bob.id, 'Teammate not found'],
    ['01980000-0000-7000-8000-000000000000', 'Teammate not found'],
  ] as const) {
    play(given, id)
    expect((await given.ask('Ask!')).body.data.message).toBe('Ada answers.')
    expect(lastResult(given)).toBe(refusal)
  }
  expect(theirs.vendor.requests).toEqual([])
})

test('a personal assistant is asked by no teammate, not even on behalf of its own person', async () => {
  await using given = await ready()
  const person = await app.given.membership(given.organization, 'owner')
  const ally = await app.given.teammate(given.organization, {
    name: 'Ally',
    model: given.teammate.model,
    instructions: 'I am Bob.',
    owned_by_user_id: person.id,
    is_system: true,
  })
  play(given, ally.id)
  await given.ask('Ask Ally!')
  expect(lastResult(given)).toBe('Teammate not found')
  const client = await app.as(person)
  const path = `/api/organizations/${given.organization.id}/employees/${given.teammate.id}/messages`
  const { body } = await client.post(path, { message: 'Ask Ally!' })
  await app.events.next('message_done', ({ payload }) => payload.id === body.assistant_message_id)
  expect(lastResult(given)).toBe('Teammate not found')
  expect(given.vendor.requests.filter(({ body }) => isBob(body))).toEqual([])
})

test('when the asked teammate fails, the asking one is told why and answers', async () => {
  await using given = await ready()
  play(given, given.bob.id, { fault: 'status', status: 500 })
  expect((await given.ask('Ask Bob!')).body.data.message).toBe('Ada answers.')
  expect(lastResult(given)).toMatch(/^No model could answer/)
  const [, child] = await runsOf(app, given.organization)
  expect(child).toMatchObject({ status: 'failed', error_code: 'MODEL_FAILED' })
})

test('a teammate at its own limit cannot be asked, while the asking one continues', async () => {
  await using given = await ready(1)
  play(given, given.bob.id)
  const day = app.ctx.now().toISOString().slice(0, 10)
  const values = { organization_id: given.organization.id, employee_id: given.bob.id, day, spent_usd: 1 }
  await app.ctx.db.insert(teammateSpend).values(values)
  expect((await given.ask('Ask Bob!')).body.data.message).toBe('Ada answers.')
  expect(lastResult(given)).toContain('spending limit')
})

test('teammates that ask each other in circles are stopped', async () => {
  await using given = await ready()
  given.vendor.reply(({ body }) => {
    const answered = JSON.stringify(body.messages).includes('"role":"tool"')
    if (answered) return { text: isBob(body) ? 'Bob answers.' : 'Ada answers.' }
    return asks(given, isBob(body) ? given.teammate.id : given.bob.id)
  })
  expect((await given.ask('Ask Bob!')).body.data.message).toBe('Ada answers.')
  const runs = await runsOf(app, given.organization)
  expect(runs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed'])
  expect(JSON.stringify(given.vendor.requests)).toContain('Too many teammates are asking each other')
})
