import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'

const app = await testApp()
/** In the wrong order, so that normalization would move every mark past all those before it. */
const marksOn = (letter: string) => `${letter}${'\u0e48\u0e38'.repeat(10_000)}`

test('a message and an answer of marks without end are found by their letters, and few of the marks are indexed', async () => {
  await using given = await givenInternalChat(app)
  given.vendor.reply({ text: `answered ${marksOn('ข')}` })
  const { conversation_id } = await given.sendAndWait(`asked ${marksOn('ก')}`)
  const { rows } = await app.ctx.db.execute<{ text: string }>(
    sql`select text from message_texts where conversation_id = ${conversation_id} order by message_id`,
  )
  expect(rows.map(({ text }) => text.replaceAll(/[\u0e48\u0e38]/g, ''))).toEqual(['asked ก', 'answered ข'])
  expect(rows.map(({ text }) => text.length)).toEqual(['asked ก'.length + 30, 'answered ข'.length + 30])
})
