import { expect, test } from 'vitest'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'

const { teams, talking } = await startTeamsApp()

// As `@microsoft/teams.api` 2.1.0 describes it.
const quoted = (preview: string | null) => ({
  type: 'quotedReply',
  quotedReply: { messageId: '1764000000001', senderId: null, senderName: 'Ada', preview, isReplyDeleted: false },
})

test('a quoted message is no part of what a person wrote, and the teammate knows what they answer', async () => {
  const here = await talking()
  await teams.say(here.bot, {
    text: '<quoted messageId="1764000000001"/> Is that the new one?',
    fields: { entities: [quoted('We have it in red.')] },
  })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['Is that the new one?'])
  expect(here.asked()).toContain('reply to [[We have it in red.]]: Is that the new one?')
})

test('one that was deleted meanwhile leaves nothing behind', async () => {
  const here = await talking()
  const text = '<quoted messageId="1764000000001"/>And now?'
  await teams.say(here.bot, { text, fields: { entities: [quoted(null)] } })
  await here.sentAfter(1)
  expect(await here.received()).toEqual(['And now?'])
  expect(here.asked()).not.toContain('reply to')
})
