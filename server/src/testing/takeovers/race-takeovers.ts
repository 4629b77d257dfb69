import type { Message } from '#contracts/conversations.ts'
import { newId } from '#platform/id.ts'
import { type Listener, openListener } from '#testing/events/listener.ts'
import { type Client, createClient } from '../client.ts'
import { type Choose, EVERY_MS, PIECES, type Place, type Round } from './round.ts'
import { verifyTakeover } from './verify-takeover.ts'

/**
 * Visitors of a page are answered by a teammate while operators take over, at moments that the seed chooses: at once, in
 * the middle, with the last word. Tells what went wrong; nothing where each promise was kept.
 */
export async function raceTakeovers(
  place: Place,
  { count, atOnce, chooserOf }: { count: number; atOnce: number; chooserOf: (round: number) => Choose },
  onProgress: (done: number) => void = () => undefined,
): Promise<string[]> {
  const operators = await Promise.all(
    place.addresses.map((address) => openListener(address, place.operators[0]?.ws_token ?? '')),
  )
  const faults: string[] = []
  const rounds: Round[] = []
  let begun = 0
  let done = 0
  async function work(): Promise<void> {
    while (begun < count) {
      const round = begun++
      try {
        rounds.push(await takeOverOnce(place, operators, round, chooserOf(round)))
      } catch (error) {
        faults.push(`round ${round}: ${error instanceof Error ? error.message : String(error)}`)
      }
      onProgress(++done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  // Only now: what would be added late has had the time of all other rounds.
  for (const round of rounds) faults.push(...(await verifyTakeover(round, operators)))
  for (const listener of operators) listener.close()
  return faults
}

async function takeOverOnce(place: Place, operators: Listener[], n: number, choose: Choose): Promise<Round> {
  const name = `visitor-${n}`
  const any = () => place.addresses[choose(place.addresses.length)] ?? ''
  const anyOperator = (which = 0) => createClient(any(), { cookie: place.operators[which]?.cookie ?? '' })
  // Each has a network of their own, because new conversations are counted by address.
  const own = {
    'api-key': place.organization.public_api_key,
    'x-forwarded-for': `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`,
  }
  const anyVisitor = () => createClient(any(), own)
  const webchat = '/api/public/webchat'
  const token = (await ok(anyVisitor().get(`${webchat}/init?contact_external_id=${name}`))).data.ws_token
  const visitor = await openListener(any(), token)
  const send = async (message: string) => {
    const body = { message, client_message_id: newId(), contact: { external_id: name } }
    return (await ok(anyVisitor().post(`${webchat}/messages`, body))).data
  }
  const sent = [`${name} asks`, `${name} goes on`]
  const replied = `A person answers ${name}`

  const { conversation } = await send(sent[0] ?? '')
  const at = `/api/organizations/${place.organization.id}/conversations/${conversation.id}`
  const read = async (): Promise<Message[]> =>
    (await ok(anyVisitor().get(`${webchat}/messages?limit=100&contact_external_id=${name}`))).data.toReversed()
  await momentOf(choose, visitor)
  const isDisputed = choose(8) === 0
  const takers: Client[] = isDisputed ? [anyOperator(0), anyOperator(1)] : [anyOperator(0)]
  await Promise.all(takers.map((operator) => ok(operator.post(`${at}/assign`))))
  const then = await read()

  await send(sent[1] ?? '')
  const reply = { content: replied }
  const first = await anyOperator(0).post(`${at}/messages`, reply)
  if (first.status !== 200) await ok(anyOperator(1).post(`${at}/messages`, reply))
  await expectReceived(
    visitor,
    'the reply',
    ({ name, payload }) => name === 'webchat.message_sent' && payload.content === replied,
  )
  const isHandedBack = choose(4) === 0
  if (isHandedBack) {
    await ok(anyOperator().post(`${at}/unassign`))
    sent.push(`${name} asks again`)
    const { answer } = await send(sent[2] ?? '')
    if (!answer) throw new Error('Nobody answers after the conversation was handed back')
    await expectReceived(
      visitor,
      'the later answer',
      ({ name, payload }) => name === 'message_done' && payload.id === answer.id,
    )
  }
  for (const listener of operators) {
    for (const last of [replied, sent.at(-1)])
      await expectReceived(listener, `“${last}” in the inbox`, ({ payload }) => payload.content === last)
  }
  visitor.close()
  return {
    choose,
    name,
    then,
    visitor,
    conversation_id: conversation.id,
    sent,
    replied,
    isHandedBack,
    read,
    readAsOperator: async () => (await ok(anyOperator().get(`${at}/messages?limit=100`))).data.toReversed(),
  }
}

/** A takeover comes with the first word, with any other, with the last one, or whenever. */
async function momentOf(choose: Choose, visitor: Listener): Promise<void> {
  const kind = choose(4)
  const piece = kind === 0 ? PIECES.length - 1 : choose(PIECES.length)
  if (kind === 1) return
  if (kind === 2) return await new Promise((end) => setTimeout(end, choose(2 * PIECES.length * EVERY_MS)))
  const isPiece = PIECES[piece] ?? ''
  await expectReceived(
    visitor,
    `piece ${piece}`,
    ({ name, payload }) => name === 'message_delta' && ` ${payload.delta}`.includes(` ${isPiece}`),
  )
}

async function expectReceived(
  listener: Listener,
  what: string,
  fits: Parameters<Listener['receives']>[0],
): Promise<void> {
  if (!(await listener.receives(fits))) throw new Error(`${what} was not heard`)
}

async function ok(asked: ReturnType<Client['get']>) {
  const { status, body } = await asked
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}
