import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'

const app = await testApp()

test('a person who joins in the middle reads all that the others have heard, and continues from there', async () => {
  await using given = await givenInternalChat(app)
  const chunks = Array.from({ length: 40 }, (_, n) => `piece ${n} `)
  const { promise: until, resolve: end } = Promise.withResolvers<void>()
  // The last piece waits until everyone has joined.
  given.vendor.reply({ chunks, delay_ms: 30, until, until_after: chunks.length - 2 })
  const { body } = await given.send('Tell me')
  const id = body.assistant_message_id as string
  const deltas = () => app.events.find('message_delta', ({ payload }) => payload.message_id === id)
  const text = (from = 0) =>
    deltas()
      .filter(({ payload }) => Number(payload.index) >= from)
      .map(({ payload }) => payload.delta)
      .join('')
  const reads: { content: string; stream_index: number }[] = []
  for (const enough of [2, 6, 12]) {
    await expect.poll(() => deltas().length).toBeGreaterThan(enough)
    const before = text()
    const { data } = (await given.client.get(`${given.path}/messages`)).body
    expect(data[0]).toMatchObject({ id, status: 'in_progress', content: expect.stringContaining(before) })
    reads.push(data[0])
  }
  end()
  await app.events.next('message_done', ({ payload }) => payload.id === id)
  expect(reads.map(({ content, stream_index }) => content + text(stream_index))).toEqual(
    reads.map(() => chunks.join('')),
  )
})
