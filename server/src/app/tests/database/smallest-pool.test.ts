import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf } from '#testing/chats/private-chat.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

/** The smallest that `DATABASE_POOL` takes. */
const CONNECTIONS = '2'
const MESSAGES = 6

test.runIf(postgresUrl)('a server with two connections starts, and answers many at once', async () => {
  const app = await startTestApp({ env: { DATABASE_POOL: CONNECTIONS } })
  const chats = await Promise.all([givenInternalChat(app), givenInternalChat(app)])
  const sent = await Promise.all(
    chats.flatMap(({ send }) =>
      Array.from({ length: MESSAGES }, (_, nth) => send(`Do ${nth}`, { create_new_conversation: true })),
    ),
  )
  for (const { body } of sent) {
    const answer = () => messageOf(app, body.assistant_message_id)
    await expect.poll(answer).toMatchObject({ status: 'completed' })
  }
  await app.close()
})
