import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ChannelChat } from '#contracts/bot-chats.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { users } from '#features/users/table.ts'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'

const { app, telegram, givenBot } = await startTelegramApp()
const NOT_ENABLED = 'This chat is not enabled yet. Please ask an administrator to enable it.'

test('a personal assistant answers the account that its owner has linked, and nobody else', async () => {
  const here = await givenBot()
  const owner = await app.as(here.member)
  const { body: ally } = await owner.get(`/api/organizations/${here.organization.id}/employees/ally`)
  await app.ctx.db.update(aiEmployees).set({ model: here.teammate.model }).where(eq(aiEmployees.id, ally.id))
  const path = `/api/organizations/${here.organization.id}/employees/${ally.id}/telegram`
  expect((await here.client.get(path)).status).toBe(404)
  expect((await owner.post(path, { token: here.bot.token })).body).toMatchObject({ enables_private_chats: false })
  const outsider = telegram.newPerson()
  const me = telegram.newPerson({ first_name: 'Mia' })
  await telegram.say(here.bot, { from: me, text: 'Not linked yet' })
  await here.allProcessed()
  await app.ctx.db
    .update(users)
    .set({ msgr_account_id: String(me.id) })
    .where(eq(users.id, here.member.id))
  await telegram.say(here.bot, { from: outsider, text: 'Tell me all' })
  await telegram.say(here.bot, { from: me, text: 'Not enabled yet' })
  expect(await here.sentAfter(1)).toMatchObject([{ chat_id: String(me.id), text: NOT_ENABLED }])
  const chats: ChannelChat[] = (await owner.get(`${path}/chats`)).body.data
  expect(chats).toMatchObject([{ channel_name: 'Mia', status: 'disabled' }])
  await owner.put(`${path}/chats/${chats[0]?.id}/status`, { status: 'enabled' })
  await telegram.say(here.bot, { from: me, text: 'What is on today?' })
  await here.sentAfter(2)
  expect(await here.messages()).toMatchObject([{ content: 'What is on today?' }, { role: 'ai' }])
})
