import { expect } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { startIdentityDouble } from '../doubles/identity/identity-double.ts'
import { answered, startToolServer } from '../doubles/tool-server.ts'
import type { Handler } from '../doubles/vendors/vendor-double.ts'
import { connectAccount } from '../integrations/integrations.ts'
import { savedMessage } from '../servers/seeded.ts'
import type { Book, BookDefinition, Round } from './book.ts'
import { type GivenTeammate, givenTeammate } from './given-teammate.ts'

const SEARCH = '/gmail/v1/users/me/messages'
const MAIL = { to: ['grace@example.com'], subject: 'Hello', text: 'Hello' }
/** What the model calls, by the first word of the message that asks for it. */
const INPUTS: Record<string, object> = { crm__order: {}, mail_a__send_message: MAIL, mail_a__search_messages: {} }
const UNKNOWN = 'Whether it was done is not known'

type ListedRun = { channel: string; status: string; state?: { error?: string } }

export const toolCallsBook: BookDefinition = {
  promise:
    'a call that others may have carried out is lost with its server and not made again, while what only reads is',
  async open(): Promise<Book> {
    const provider = await startIdentityDouble('idpa')
    provider.api(SEARCH, (_request, response) => void response.end('{}'))
    provider.misbehave(100, '/upload', () => undefined)
    const crm = await startToolServer({
      tools: [
        { name: 'order', call: () => new Promise<never>(() => undefined) },
        { name: 'other', call: () => answered('') },
      ],
    })
    const results = new Map<string, string>()
    const asked: string[] = []
    let given: GivenTeammate
    /** Calls of the order, mails sent and searches, each as often as the round has to reach. */
    let expected = [0, 0, 0]
    let isOfOthersOver = true
    const hits = () => [crm.calls.length, provider.askedOf('/upload').length, provider.askedOf(SEARCH).length]
    const isOver = () => asked.every((message) => results.has(message))

    const model: Handler = ({ body }) => {
      const messages = body.messages as { role: string; content: string }[]
      const message = String(messages.find(({ role }) => role === 'user')?.content)
      const name = message.split(' ')[0] ?? ''
      const result = messages.find(({ role }) => role === 'tool')
      if (!result) return { text: '', tool_calls: [{ name, input: INPUTS[name] }] }
      results.set(message, String(result.content))
      return { text: 'Done.' }
    }

    /** Every call hangs until the server is killed. */
    async function callAll(round: Round): Promise<void> {
      provider.misbehave(1, SEARCH, () => undefined)
      for (const name of Object.keys(INPUTS)) {
        const message = `${name} ${round.number}`
        asked.push(message)
        const { status } = await given.program(round).post(given.path, savedMessage(message, true))
        expect(status).toBe(200)
      }
      const byHand = { tool: 'crm__order', input: {} }
      await given
        .asAdmin(round)
        .post(`${given.base}/employees/${given.teammate.id}/tools/call`, byHand)
        .catch(() => null)
    }

    return {
      // No call may time out before the kill, however long the round takes: it would not be lost with its server.
      env: { ...provider.env, CONNECTOR_TIMEOUT: '600' },
      async prepare(app) {
        given = await givenTeammate(app, model, { row: { use_lazy_tools: false } })
        const { base, teammate } = given
        const person = given.asAdmin({ address: app.base_url })
        const connector = await person.post(`${base}/mcps`, { type: 'simple', name: 'CRM', url: crm.url })
        const mcp_id = connector.body.id
        await person.post(`${base}/mcps/employee/${teammate.id}`, { mcp_id })
        await person.post(`${base}/mcps/test`, { employee_id: teammate.id, mcp_id })
        expect((await connectAccount(person, given, provider)).status).toBe(200)
      },
      async work(round) {
        const isRecovering = round.number % 2 === 0
        const sets = asked.length / Object.keys(INPUTS).length + (isRecovering ? 0 : 1)
        // A lost search is made again, in the next round, which is not killed before. Counted from the first round: this server
        // may have made it before its address was known here.
        expected = [2 * sets, sets, isRecovering ? 2 * sets : 2 * sets - 1]
        isOfOthersOver = isRecovering
        if (!isRecovering && !round.isLast) await callAll(round)
      },
      isUnderWay: () => hits().every((count, n) => count >= (expected[n] ?? 0)) && (!isOfOthersOver || isOver()),
      async judge(app) {
        for (const message of asked) {
          const list = `${given.path}?channel=api&conversation_id=${encodeURIComponent(message)}`
          const answer = async () =>
            (await given.program({ address: app.base_url }).get(list)).body.data.find(
              ({ role }: Message) => role === 'ai',
            ).status
          await expect.poll(answer).toBe('completed')
          const isSearch = message.startsWith('mail_a__search_messages')
          expect(results.get(message), message).toContain(isSearch ? '"messages":[]' : UNKNOWN)
        }
        const sets = asked.length / Object.keys(INPUTS).length
        expect(sets).toBeGreaterThan(1)
        expect(hits()).toEqual([2 * sets, sets, 2 * sets])
        const admin = given.asAdmin({ address: app.base_url })
        const byHand = async () =>
          (await admin.get(`${given.base}/workflows/runs`)).body.data
            .filter(({ channel }: ListedRun) => channel === 'console')
            .map(({ status, state }: ListedRun) => ({ status, error: state?.error }))
        const lost = { status: 'failed', error: expect.stringContaining(UNKNOWN) }
        await expect.poll(byHand).toEqual(Array(sets).fill(lost))
      },
      async close() {
        await given.vendor.close()
        await crm[Symbol.asyncDispose]()
        await provider[Symbol.asyncDispose]()
      },
    }
  },
}
