import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { createClient } from 'redis'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { startTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { redisUrl } from '#testing/servers/server-process.ts'

/** The address of the same Redis for a user whom it refuses to publish for, as it refuses everyone while its memory is full. */
async function refusingRedis(url: string): Promise<string> {
  const admin = await createClient({ url }).connect()
  const user = `test-${randomBytes(6).toString('hex')}`
  await admin.aclSetUser(user, ['on', '>secret', '~*', '&*', '+@all', '-xadd'])
  onTestFinished(async () => {
    await admin.aclDelUser(user)
    admin.destroy()
  })
  return Object.assign(new URL(url), { username: user, password: 'secret' }).href
}

test.runIf(redisUrl)(
  'the log says once that Redis refuses what other processes are to show, and work continues',
  async () => {
    const lines: { level: number; msg: string; err?: { message: string } }[] = []
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
    const env = { REDIS_URL: await refusingRedis(redisUrl ?? '') }
    const app = await startTestApp({ env, log: createLog({ level: 'info', pretty: false }, destination) })
    onTestFinished(() => app.close())
    await using given = await givenInternalChat(app)
    for (const text of ['One', 'Two', 'Three']) await given.sendAndWait(text)
    const errors = lines.filter(({ level }) => level >= 50)
    expect(errors).toMatchObject([
      {
        msg: 'Redis refuses events for other processes, whose pages miss them',
        err: { message: expect.stringMatching(/NOPERM/) },
      },
    ])
  },
)
