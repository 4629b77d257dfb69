import { expect } from 'vitest'
import type { Delivered } from '../doubles/telegram/deliver.ts'
import { startTelegramDouble } from '../doubles/telegram.ts'
import type { ChatPlatform, Sent } from './chat-platform.ts'

export async function startTelegramPlatform(): Promise<ChatPlatform> {
  const telegram = await startTelegramDouble()
  const sentOf = ({ update, status, body }: Delivered): Sent => ({
    status,
    body,
    repeat: async () => sentOf(await telegram.redeliver(update)),
  })
  return {
    ...telegram,
    name: 'Telegram',
    // Its requests carry a secret and no time.
    setClock: () => undefined,
    async connect(admin, teammatePath) {
      const bot = telegram.newBot()
      expect((await admin.post(`${teammatePath}/telegram`, { token: bot.token })).status).toBe(200)
      expect((await admin.patch(`${teammatePath}/telegram`, { enables_private_chats: true })).status).toBe(200)
      return {
        hasHistory: false,
        newWriter(name) {
          const from = telegram.newPerson({ first_name: name })
          return async ({ text, file }) =>
            sentOf(await telegram.say(bot, { from, ...(file ? { document: file, caption: text } : { text }) }))
        },
        sentTexts: () => telegram.sent.filter((one) => one.bot === bot.id).map(({ text }) => text ?? ''),
      }
    },
  }
}
