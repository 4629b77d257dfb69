import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'

const app = await testApp()

test('the personal assistant is available once its own model can answer, to its owner alone', async () => {
  await using given = await givenInternalChat(app)
  const member = await app.as(given.member)
  const available = async (client = member) =>
    (await client.get('/api/init/internal-chat-capabilities')).body.is_personal_assistant_model_available
  expect(await available()).toBe(false)
  const { body: ally } = await member.get(`${given.base}/employees/ally`)
  expect(await available()).toBe(false)
  await member.put(`${given.base}/employees/${ally.id}`, { name: 'Ally', model: String(given.teammate.model) })
  expect(await available()).toBe(true)
  expect(await available(await app.as(given.owner))).toBe(false)
})
