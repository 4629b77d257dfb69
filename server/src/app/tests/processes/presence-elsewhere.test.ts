import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'
import { createClient } from '#testing/client.ts'
import { postgresUrl, redisUrl, spawnServer } from '#testing/servers/server-process.ts'

type PresenceEvent = { conversation_id: string; user: { id: string }; state: string }

test.runIf(postgresUrl && redisUrl)(
  'who speaks to one process is seen through another, which forgets nothing that is said again after its restart',
  async () => {
    const app = await startTestApp()
    onTestFinished(() => app.close())
    await using given = await givenInbox(app)
    const id = await given.open()
    const admin = await app.given.membership(given.organization, 'admin')
    const { cookie, ws_token } = await app.given.session(admin)
    const { DATA_DIR, DATABASE_URL = '', REDIS_URL = '', SESSION_COOKIE_NAME } = app.config
    const start = async () => {
      const other = spawnServer({ DATA_DIR, DATABASE_URL, REDIS_URL, LOG_LEVEL: 'info' })
      const base_url = await other.address
      return { ...other, base_url, client: createClient(base_url, { cookie: `${SESSION_COOKIE_NAME}=${cookie}` }) }
    }
    const listen = async (base_url: string) => {
      const socket = io(base_url, { path: '/realtime', auth: { token: ws_token }, transports: ['websocket'] })
      onTestFinished(() => void socket.close())
      const states: string[] = []
      socket.on(
        'conversation.presence',
        (one: PresenceEvent) => one.user.id === given.owner.id && states.push(one.state),
      )
      await once(socket as never, 'ready')
      return states
    }
    const report = (state: string) => given.operator.post(given.at(id, '/presence'), { state })
    const seen = async ({ client }: Awaited<ReturnType<typeof start>>) =>
      (await client.get(`${given.base}/conversations/presence`)).body.data.map(({ state }: PresenceEvent) => state)

    const other = await start()
    const states = await listen(other.base_url)
    await report('viewing')
    await report('typing')
    await expect.poll(() => states).toEqual(['viewing', 'typing'])
    await expect.poll(() => seen(other)).toEqual(['typing'])
    expect((await other.client.post(given.at(id, '/presence'), { state: 'viewing' })).body.data).toMatchObject([
      { user: { id: given.owner.id }, state: 'typing' },
      { user: { id: admin.id }, state: 'viewing' },
    ])

    await other.kill('SIGTERM')
    const again = await start()
    await report('typing')
    await expect.poll(() => seen(again)).toContain('typing')
    await report('left')
    await expect.poll(() => seen(again)).toEqual([])
    expect([...other.complaints, ...again.complaints]).toEqual([])
  },
)
