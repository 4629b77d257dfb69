import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { platformSettings } from '#features/catalog/table.ts'
import { runLeases } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat, messageOf } from '#testing/chats/private-chat.ts'
import type { Script } from '#testing/doubles/vendors/vendor-double.ts'
import { liveRunIds } from '#testing/runs/live-runs.ts'
import { continueAnswer } from '../continue-answer.ts'

const app = await ownTestApp()
const fallback = await app.given.model({ provider: 'custom' })
await app.ctx.db
  .insert(platformSettings)
  .values({ id: 1, fallback_model_1: fallback.id })
  .onConflictDoUpdate({ target: platformSettings.id, set: { fallback_model_1: fallback.id } })

/** A colleague who writes to a teammate and watches the answer grow. */
async function watched(...scripts: Script[]) {
  const given = await givenPrivateChat(app)
  given.vendor.reply(...scripts)
  const person = await app.given.membership(given.organization, 'owner')
  const client = await app.as(person)
  const { body } = await client.post(
    `/api/organizations/${given.organization.id}/employees/${given.teammate.id}/messages`,
    { message: 'Hello' },
  )
  const { run_id, assistant_message_id: id } = body
  const done = () => app.events.next('message_done', ({ payload }) => payload.id === id)
  return { ...given, run_id, id, done }
}

/** What a client shows that applies every piece in the order in which it came, and the pieces that did not fit. */
function read(id: string) {
  let shown = { text: '', reasoning: '', index: 0 }
  const misfits: unknown[] = []
  for (const { name, payload } of app.events.all()) {
    if (name === 'message_delta' && payload.message_id === id) {
      if (payload.index !== shown.index) misfits.push(payload)
      const kind = payload.kind as 'text' | 'reasoning'
      shown = { ...shown, [kind]: shown[kind] + payload.delta, index: shown.index + 1 }
    }
    if (name === 'internal.message_updated' && payload.id === id) {
      shown = {
        text: String(payload.content),
        reasoning: String(payload.stream_reasoning ?? ''),
        index: Number(payload.stream_index),
      }
    }
  }
  return { ...shown, misfits }
}

test('who applies every piece as it comes has the whole answer and its thoughts', async () => {
  await using given = await watched({
    reasoning: 'Let me think.',
    chunks: ['Hel', 'lo', ' there', '!'],
    delay_ms: 30,
  })
  await given.done()
  expect(read(given.id)).toMatchObject({ text: 'Hello there!', reasoning: 'Let me think.', misfits: [] })
})

test('where a fallback takes over, what the failed model showed is taken back, without a gap', async () => {
  for (let round = 0; round < 5; round++) {
    await using given = await watched(
      { fault: 'drop_midway', reasoning: 'Wrong.', chunks: ['half ', 'an ', 'answer', 'never'], delay_ms: 5 },
      { reasoning: 'Right.', chunks: ['The ', 'whole ', 'answer'], delay_ms: 40 },
    )
    await given.done()
    expect(read(given.id)).toMatchObject({ text: 'The whole answer', reasoning: 'Right.', misfits: [] })
  }
})

test('an answer that is read again while it grows continues from what was read', async () => {
  const chunks = Array.from({ length: 30 }, (_, n) => `piece ${n} `)
  await using given = await watched({ reasoning: 'Thinking.', chunks, delay_ms: 80 })
  await expect.poll(async () => (await messageOf(app, given.id)).stream_index).toBeGreaterThan(0)
  const kept = await messageOf(app, given.id)
  const rest = () =>
    app.events
      .find('message_delta', ({ payload }) => payload.message_id === given.id && payload.kind === 'text')
      .filter(({ payload }) => Number(payload.index) >= kept.stream_index)
      .map(({ payload }) => payload.delta)
  await given.done()
  expect(kept.content + rest().join('')).toBe(chunks.join(''))
})

test('a holder that lost its run neither shows nor keeps another word', async () => {
  const chunks = Array.from({ length: 150 }, (_, n) => `old ${n} `)
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  await using given = await watched({ chunks, delay_ms: 60, until }, { text: 'New words.' })
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  await app.ctx.db
    .update(runLeases)
    .set({ holder: newId(), expires_at: new Date(Date.now() + 60_000) })
    .where(eq(runLeases.run_id, given.run_id))
  // From here on alone it may have anything to save.
  goOn()
  const shown = () => app.events.find('message_delta', ({ payload }) => payload.message_id === given.id)
  await expect.poll(() => liveRunIds(app, given.organization.id)).not.toContain(given.run_id)
  const before = shown().length
  expect(shown().map(({ payload }) => payload.delta)).not.toContain(chunks.at(-1))
  expect((await messageOf(app, given.id)).content).toBe('')

  await app.ctx.db
    .update(runLeases)
    .set({ expires_at: new Date(0) })
    .where(eq(runLeases.run_id, given.run_id))
  await continueAnswer(app.ctx, { run_id: given.run_id })
  await given.done()
  expect(await messageOf(app, given.id)).toMatchObject({ status: 'completed', content: 'New words.' })
  const later = shown().slice(before)
  expect(later.map(({ payload }) => payload.delta).join('')).toBe('New words.')
})
