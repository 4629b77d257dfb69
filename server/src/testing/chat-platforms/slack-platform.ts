import { expect } from 'vitest'
import type { Delivered } from '../doubles/slack/events.ts'
import { startSlackDouble } from '../doubles/slack.ts'
import type { ChatPlatform, Sent } from './chat-platform.ts'

export async function startSlackPlatform(): Promise<ChatPlatform> {
  const slack = await startSlackDouble()
  const sentOf = (delivered: Delivered): Sent => ({
    status: delivered.status,
    body: delivered.body,
    repeat: async () => sentOf(await slack.redeliver(delivered)),
  })
  return {
    ...slack,
    name: 'Slack',
    async connect(admin, teammatePath) {
      const path = `${teammatePath}/slack`
      const bot = slack.createApp((await admin.get(`${path}/manifest`)).body)
      const { token: bot_token, signing_secret } = bot
      expect((await admin.post(path, { bot_token, signing_secret })).status).toBe(200)
      expect((await admin.patch(path, { enables_private_chats: true })).status).toBe(200)
      return {
        hasHistory: true,
        newWriter(name) {
          const from = slack.newPerson({ name, real_name: name })
          return async ({ text, file }) => {
            const files = file ? [{ ...file, mimetype: 'text/plain' }] : []
            const [delivered] = await slack.say(bot, { from, text, files })
            if (!delivered) throw new Error('The app is not subscribed to direct messages')
            return sentOf(delivered)
          }
        },
        sentTexts: () =>
          slack.sent.filter((one) => one.bot === bot).map(({ text, markdown_text }) => markdown_text ?? text ?? ''),
      }
    },
  }
}
