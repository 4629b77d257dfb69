import { expect } from 'vitest'
import { newPerson } from '../doubles/teams/chats.ts'
import { startTeamsDouble } from '../doubles/teams.ts'
import type { ChatPlatform, Sent } from './chat-platform.ts'

export async function startTeamsPlatform(): Promise<ChatPlatform> {
  const teams = await startTeamsDouble()
  return {
    ...teams,
    name: 'Microsoft Teams',
    async connect(admin, teammatePath) {
      const bot = teams.newBot()
      const path = `${teammatePath}/msteams`
      const { status, body } = await admin.post(path, bot)
      expect(status, JSON.stringify(body)).toBe(200)
      expect((await admin.patch(path, { enables_private_chats: true })).status).toBe(200)
      teams.setEndpoint(bot, body.messaging_endpoint)
      return {
        hasHistory: false,
        newWriter(name) {
          const from = newPerson(name)
          return async ({ text, file }) => {
            const attachments = file ? [teams.attach(file.name, file.bytes)] : []
            const { activity, ...sent } = await teams.say(bot, { from, text, attachments })
            const repeat = async (): Promise<Sent> => ({ ...(await teams.redeliver(bot, activity)), repeat })
            return { ...sent, repeat }
          }
        },
        sentTexts: () => teams.sent.filter((one) => one.bot === bot.app_id).map(({ text }) => text),
      }
    },
  }
}
