import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import type { UserRow } from '#features/users/table.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf, runOf } from '#testing/chats/private-chat.ts'
import { postgresUrl, redisUrl, spawnServer } from '#testing/servers/server-process.ts'

const ROUNDS = 24
const CONCURRENCY = 4
/** That someone took over is a message of the system, and the log tells of steps and when the run has ended. */
const ALLOWED_AFTER = ['conversation.message_sent', 'workflow_run.updated', 'workflow_run.steps_updated']

type ReceivedEvent = { name: string; conversation_id?: string; id?: string; payload: Record<string, unknown> }

/** All that reaches a browser of this user, in its order. */
async function listen(app: TestApp, user: UserRow): Promise<ReceivedEvent[]> {
  const { ws_token } = await app.given.session(user)
  const socket = io(app.base_url, { path: '/realtime', auth: { token: ws_token }, transports: ['websocket'] })
  onTestFinished(() => void socket.close())
  const received: ReceivedEvent[] = []
  socket.onAny((name: string, payload: Record<string, unknown>) => {
    received.push({ name, conversation_id: payload.conversation_id as string, id: payload.id as string, payload })
  })
  await once(socket as never, 'ready')
  return received
}

test.runIf(postgresUrl && redisUrl)(
  'an answer that another process streams is silent once it was taken over, and keeps exactly what was heard of it',
  async () => {
    // Accepts messages and serves sockets; the other process answers.
    const app = await startTestApp({ parts: ['web', 'realtime'] })
    onTestFinished(() => app.close())
    const given = await givenInternalChat(app)
    const { DATA_DIR, DATABASE_URL = '', REDIS_URL = '' } = app.config
    const other = spawnServer({ DATA_DIR, DATABASE_URL, REDIS_URL, LOG_LEVEL: 'info', GENERATE_TITLES: 'false' })
    await other.address
    // For so long that no answer is over before it is taken over.
    given.vendor.reply(() => ({ chunks: Array.from({ length: 4000 }, (_, n) => `${n} `), delay_ms: 4 }))
    const received = await listen(app, given.admin)

    async function takeOverAfter(pieces: number) {
      const { body } = await given.send('Count', { create_new_conversation: true })
      const { conversation_id, assistant_message_id, run_id } = body as Record<string, string>
      const ofThis = (one: ReceivedEvent) => one.conversation_id === conversation_id
      const deltas = () => received.filter((one) => one.name === 'message_delta' && ofThis(one))
      await expect.poll(() => deltas().length, { interval: 1 }).toBeGreaterThanOrEqual(pieces)
      const taken = await given.client.post(`${given.base}/conversations/${conversation_id}/assign`)
      expect(taken.status, JSON.stringify(taken.body)).toBe(200)
      await expect.poll(async () => (await runOf(app, run_id ?? '')).status).toBe('cancelled')
      const isTakeover = ({ name, id, payload }: ReceivedEvent) =>
        name === 'conversation.updated' && id === conversation_id && payload.has_assigned_operator === true
      await expect.poll(() => received.some(isTakeover)).toBe(true)
      const at = received.findLastIndex(isTakeover)
      const after = received.slice(at).filter((one) => ofThis(one) && !ALLOWED_AFTER.includes(one.name))
      const message = await messageOf(app, assistant_message_id ?? '')
      return {
        after: after.map(({ name }) => name),
        text: deltas()
          .map(({ payload }) => payload.delta)
          .join(''),
        message,
      }
    }

    for (let round = 0; round < ROUNDS; round += CONCURRENCY) {
      const pieces = Array.from({ length: CONCURRENCY }, () => Math.floor(Math.random() * 20))
      for (const { after, text, message } of await Promise.all(pieces.map(takeOverAfter))) {
        expect(after).toEqual([])
        expect(message).toMatchObject({ status: 'completed', is_stopped: true, content: text })
        expect(message.deleted_at === null).toBe(text !== '')
      }
    }
    expect(other.complaints).toEqual([])
  },
)
