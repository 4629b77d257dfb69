import type { Message } from '#contracts/conversations.ts'
import type { Listener, ReceivedEvent } from '#testing/events/listener.ts'
import { PIECES, type Round } from './round.ts'

/** Everything that went wrong with one takeover, as the visitor and the operators saw it. */
export async function verifyTakeover(round: Round, operators: Listener[]): Promise<string[]> {
  const { name, visitor, conversation_id } = round
  const faults: string[] = []
  const expect = (isRight: boolean, what: string) => {
    if (!isRight) faults.push(`${name} (${conversation_id}): ${what}`)
  }
  const whole = PIECES.join('')
  const now = await round.read()
  const shown = (messages: Message[]) => messages.map(({ id, content, status }) => ({ id, content, status }))
  const first = (messages: Message[]) => messages.filter(({ role }) => role === 'ai').slice(0, 1)

  // What was there when the takeover was answered is all that there is of that answer, ever.
  const [before] = first(round.then)
  const [after] = first(now).filter(({ created_at }) => created_at < joinedAt(now))
  expect(
    round.then.every(({ status }) => status !== 'in_progress'),
    'an answer still grew after the takeover',
  )
  expect(before?.content === after?.content, `“${before?.content}” became “${after?.content}”`)
  expect(whole.startsWith(after?.content ?? ''), `the answer is “${after?.content}”`)

  const listeners = [
    { who: 'the visitor', received: visitor.received, sent: 'webchat.message_sent' },
    ...operators.map(({ received }, n) => ({
      who: `the operator at process ${n}`,
      received,
      sent: 'conversation.message_sent',
    })),
  ]
  for (const { who, received, sent } of listeners) {
    const own = received.filter(({ payload }) => payload.conversation_id === conversation_id)
    const messages = own.filter(({ name }) => name === sent)
    const ids = messages.map(({ payload }) => payload.id)
    expect(new Set(ids).size === ids.length, `${who} heard a message twice`)
    for (const text of [...round.sent, round.replied])
      expect(
        messages.filter(({ payload }) => payload.content === text).length === 1,
        `${who} did not hear “${text}” once`,
      )
    const joined = own.findIndex(
      ({ name, payload }) => name === sent && payload.system_event?.type === 'operator_joined',
    )
    const left = own.findIndex(({ name, payload }) => name === sent && payload.system_event?.type === 'operator_left')
    expect(joined !== -1, `${who} did not hear of the takeover`)
    const words = wordsIn(own.slice(0, joined))
    expect(words === (after?.content ?? ''), `${who} heard “${words}” of “${after?.content}”`)
    const later = own.slice(joined, left === -1 ? undefined : left).filter((one) => isOfTeammate(one, after, sent))
    expect(later.length === 0, `${who} heard ${later.map(({ name }) => name).join()} after the takeover`)
  }

  const expected = [
    ...round.sent,
    round.replied,
    ...(after ? [after.content] : []),
    ...(round.isHandedBack ? [whole] : []),
  ]
  for (const messages of [now, await round.readAsOperator()]) {
    const contents = messages.filter(({ role }) => role !== 'system').map(({ content }) => content)
    expect(`${contents.toSorted()}` === `${expected.toSorted()}`, `there is ${JSON.stringify(contents)}`)
    expect(
      messages.every(({ status }) => status === 'completed'),
      `there is ${JSON.stringify(shown(messages))}`,
    )
  }
  return faults
}

const joinedAt = (messages: Message[]): string =>
  messages.find(({ system_event }) => system_event?.type === 'operator_joined')?.created_at ?? ''

/** What someone has who applied the deltas. */
const wordsIn = (received: ReceivedEvent[]): string =>
  received.flatMap(({ name, payload }) => (name === 'message_delta' ? [payload.delta] : [])).join('')

/** A word, a tool or another text of the teammate's; that an answer is over may be pushed late, if it adds nothing. */
function isOfTeammate({ name, payload }: ReceivedEvent, answer: Message | undefined, sent: string): boolean {
  if (name === 'message_delta' || name.startsWith('tool_call')) return true
  if (payload.role !== 'ai') return false
  return name === sent || payload.content !== answer?.content
}
