import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ChatPlatform } from '../chat-platforms/chat-platform.ts'
import { startSlackPlatform } from '../chat-platforms/slack-platform.ts'
import { startTeamsPlatform } from '../chat-platforms/teams-platform.ts'
import { startTelegramPlatform } from '../chat-platforms/telegram-platform.ts'
import type { Book, BookDefinition } from './book.ts'
import { type GivenChatTeammate, givenChatTeammate, type Person, personOf, verifyChats } from './chat-people.ts'

const PEOPLE = 4
/** In all rounds together below what a chat may send in a minute, so that none waits for that. */
const MAX_PER_ROUND = 5
const PAUSE_MS = 500

const chatBook = (name: string, start: () => Promise<ChatPlatform>): BookDefinition => ({
  promise: `a message that ${name} knows to be accepted is received once, and its answer is sent once`,
  async open(): Promise<Book> {
    const platform = await start()
    let given: GivenChatTeammate
    let people: Person[] = []
    const count = () => people.reduce((sum, { texts }) => sum + texts.length, 0)
    let enough = { texts: 0, sent: 0 }
    return {
      env: platform.env,
      async prepare(app) {
        given = await givenChatTeammate(app, platform)
        people = Array.from({ length: PEOPLE }, (_, n) => personOf(given.bot, n))
      },
      async work({ address, number, now, isLast, isOver }) {
        platform.reach(address)
        platform.setClock(now)
        enough = { texts: count() + PEOPLE, sent: given.bot.sentTexts().length + 1 }
        const isBusy = ({ texts, isPending }: Person) =>
          isPending() || (!isLast && !isOver() && texts.length < number * MAX_PER_ROUND)
        await Promise.all(
          people.map(async (person) => {
            if (!(await person.repeatLast())) return
            while (isBusy(person) && (await person.sendNext())) await sleep(PAUSE_MS)
          }),
        )
      },
      isUnderWay: () => count() >= enough.texts && given.bot.sentTexts().length >= enough.sent,
      async judge(app) {
        expect(people.filter((person) => person.isPending())).toEqual([])
        await verifyChats(
          app,
          given,
          people.map(({ texts }) => texts),
        )
      },
      async close() {
        await given.vendor.close()
        await platform.close()
      },
    }
  },
})

export const telegramBook = chatBook('Telegram', startTelegramPlatform)
export const slackBook = chatBook('Slack', startSlackPlatform)
export const teamsBook = chatBook('Microsoft Teams', startTeamsPlatform)
