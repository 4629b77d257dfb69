import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { startTestApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'
import { answered, startToolServer } from '#testing/doubles/tool-server.ts'
import type { Handler } from '#testing/doubles/vendors/vendor-double.ts'
import { connectAccount, startIdentityProviders } from '#testing/integrations.ts'
import { savedMessage, seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }
const mail = { to: ['grace@example.com'], subject: 'Hello', text: 'Hello' }
/** What the model calls, by the message that asks for it. */
const inputs: Record<string, object> = { crm__order: {}, mail_a__send_message: mail, mail_a__search_messages: {} }

test.for(Object.entries(databases))(
  'a call that others may have carried out is lost with its server and not made again, while what only reads is (%s)',
  async ([, over]) => {
    await using providers = await startIdentityProviders()
    const { idpa } = providers
    idpa.api('/gmail/v1/users/me/messages', (_request, response) => void response.end('{}'))
    idpa.misbehave(100, '/upload', () => undefined)
    idpa.misbehave(1, '/gmail/v1/users/me/messages', () => undefined)
    const never = () => new Promise<never>(() => undefined)
    await using crm = await startToolServer({
      tools: [
        { name: 'order', call: never },
        { name: 'other', call: () => answered('') },
      ],
    })
    const resultOf: Record<string, string> = {}
    const answer: Handler = ({ body }) => {
      const messages = body.messages as { role: string; content: string }[]
      const name = String(messages.find(({ role }) => role === 'user')?.content)
      const result = messages.find(({ role }) => role === 'tool')
      if (!result) return { text: '', tool_calls: [{ name, input: inputs[name] }] }
      resultOf[name] = String(result.content)
      return { text: 'Done.' }
    }
    await using seeded = await seedForProcess(answer, over, {}, { use_lazy_tools: false })
    const { organization, admin, path } = seeded
    const env = { ...seeded.env, ...providers.env, RUN_LEASE: '2', GENERATE_TITLES: 'false' }
    const teammate = { id: path.split('/').at(-2) ?? '' }
    const base = `/api/organizations/${organization.id}`

    const web = await startTestApp({ env, parts: ['web'] })
    const person = await web.as(admin)
    const { body: connector } = await person.post(`${base}/mcps`, { type: 'simple', name: 'CRM', url: crm.url })
    await person.post(`${base}/mcps/employee/${teammate.id}`, { mcp_id: connector.id })
    await person.post(`${base}/mcps/test`, { employee_id: teammate.id, mcp_id: connector.id })
    await connectAccount(person, { organization, teammate }, idpa)
    const { cookie } = await web.given.session(admin)
    const { SESSION_COOKIE_NAME } = web.config
    await web.close()
    const begin = async () => {
      const server = spawnServer(env)
      const asAdmin = createClient(await server.address, { cookie: `${SESSION_COOKIE_NAME}=${cookie}` })
      return { server, asAdmin, withKey: await server.withKey(seeded.private_key) }
    }
    const hits = () => [
      crm.calls.length,
      idpa.askedOf('/upload').length,
      idpa.askedOf('/gmail/v1/users/me/messages').length,
    ]

    const first = await begin()
    for (const name of Object.keys(inputs)) await first.withKey.post(path, savedMessage(name, true))
    const tried = { tool: 'crm__order', input: {} }
    const trying = first.asAdmin.post(`${base}/employees/${teammate.id}/tools/call`, tried).catch(() => null)
    await expect.poll(hits).toEqual([2, 1, 1])
    await first.server.kill('SIGKILL')
    await trying

    const second = await begin()
    for (const name of Object.keys(inputs)) {
      const list = `${path}?channel=api&conversation_id=${encodeURIComponent(name)}`
      const answerOf = async () =>
        (await second.withKey.get(list)).body.data.find(({ role }: Message) => role === 'ai').status
      await expect.poll(answerOf).toBe('completed')
    }
    const runs = async () => (await second.asAdmin.get(`${base}/workflows/runs`)).body.data
    const byHand = async () => (await runs()).find(({ channel }: { channel: string }) => channel === 'console')
    const lost = expect.stringContaining('Whether it was done is not known')
    await expect.poll(byHand).toMatchObject({ status: 'failed', state: { error: lost } })
    expect(resultOf).toEqual({
      crm__order: lost,
      mail_a__send_message: lost,
      mail_a__search_messages: expect.stringContaining('"messages":[]'),
    })
    expect(hits()).toEqual([2, 1, 2])
    expect(second.server.complaints).toEqual([])
  },
)
