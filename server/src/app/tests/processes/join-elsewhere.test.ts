import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { runLeases } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { startTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf } from '#testing/chats/private-chat.ts'
import { postgresUrl, spawnServer } from '#testing/servers/server-process.ts'

/** They come for so long that nothing here is still at it when they end. */
const PIECES = 1200
const EVERY_MS = 25

/** An answer that another process streams, and a chat that is read from this one. */
async function ready() {
  const app = await startTestApp({ parts: ['web', 'realtime'] })
  onTestFinished(() => app.close())
  const given = await givenInternalChat(app)
  const { DATA_DIR, DATABASE_URL = '' } = app.config
  const other = spawnServer({
    DATA_DIR,
    DATABASE_URL,
    LOG_LEVEL: 'info',
    GENERATE_TITLES: 'false',
  })
  await other.address
  let begun = Number.POSITIVE_INFINITY
  given.vendor.reply(() => {
    begun = performance.now()
    return { chunks: Array.from({ length: PIECES }, (_, n) => `${n} `), delay_ms: EVERY_MS }
  })
  const { body } = await given.send('Count')
  /** How many pieces the vendor has sent by now, at the most. */
  const sent = () => Math.max(0, Math.floor((performance.now() - begun) / EVERY_MS))
  const read = async () => (await given.client.get(`${given.path}/messages`)).body.data[0]
  return { app, given, other, id: body.assistant_message_id as string, run_id: body.run_id as string, read, sent }
}

const piecesIn = (content: string | null) => content?.trim().split(' ').filter(Boolean).length ?? 0

test.runIf(postgresUrl)(
  'a reader of a growing answer in another process reads what is new, not what was saved some time ago',
  async () => {
    const { app, id, read, sent } = await ready()
    const saved = async () => piecesIn((await messageOf(app, id)).content)
    const readsWhatIsNew = async () => {
      const before = await saved()
      // Just after a save, the next one is two seconds away: what is read then was saved for the reader.
      await expect.poll(saved, { interval: 10 }).toBeGreaterThan(before)
      const last = await saved()
      const from = sent()
      await expect.poll(sent, { interval: 10 }).toBeGreaterThan(from + 40)
      return piecesIn((await read()).content) > last
    }
    // A reader does not wait for a process that is held up; it is not held up for ever.
    let isNew = false
    for (let tries = 0; tries < 5 && !isNew; tries++) isNew = await readsWhatIsNew()
    expect(isNew).toBe(true)
  },
)

test.runIf(postgresUrl)('one save is enough for all who read a growing answer in another process at once', async () => {
  const { app, id, read, sent } = await ready()
  await expect.poll(sent).toBeGreaterThan(50)
  const pages = await Promise.all(Array.from({ length: 20 }, read))
  for (const page of pages) {
    expect(page).toMatchObject({ id, status: 'in_progress' })
  }
  expect(new Set(pages.map(({ stream_index }) => stream_index)).size).toBeLessThanOrEqual(2)
  expect((await messageOf(app, id)).status).toBe('in_progress')
})

test.runIf(postgresUrl)('an answer whose process does not reply is read as it was saved', async () => {
  const { app, other, run_id, read, sent } = await ready()
  await expect.poll(sent).toBeGreaterThan(10)
  await other.kill('SIGKILL')
  await app.ctx.db
    .update(runLeases)
    .set({ holder: newId(), expires_at: new Date(Date.now() + 600_000) })
    .where(eq(runLeases.run_id, run_id))
  expect(await read()).toMatchObject({ status: 'in_progress' })
})
