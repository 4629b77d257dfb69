import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { startTelegramDouble } from '../doubles/telegram.ts'
import type { Book, BookDefinition } from './book.ts'
import { givenTelegramTeammate, judgeTelegram, personOf } from './telegram-people.ts'

const PEOPLE = 4
/** In all rounds together below what a chat may send in a minute, so that none waits for that. */
const MAX_PER_ROUND = 5
const PAUSE_MS = 500

export const telegramBook: BookDefinition = {
  promise: 'a message that Telegram knows to be accepted is received once, and its answer is sent once',
  async open(): Promise<Book> {
    const telegram = await startTelegramDouble()
    let given: Awaited<ReturnType<typeof givenTelegramTeammate>>
    let people: ReturnType<typeof personOf>[] = []
    const count = () => people.reduce((sum, { texts }) => sum + texts.length, 0)
    let enough = { texts: 0, sent: 0 }
    return {
      env: telegram.env,
      async prepare(app) {
        given = await givenTelegramTeammate(app, telegram)
        people = Array.from({ length: PEOPLE }, (_, n) => personOf(telegram, given.bot, n))
      },
      async work({ address, number, isLast, isOver }) {
        telegram.reach(address)
        enough = { texts: count() + 4, sent: telegram.sent.length + 1 }
        const isBusy = ({ texts, isWaiting }: (typeof people)[number]) =>
          isWaiting() || (!isLast && !isOver() && texts.length < number * MAX_PER_ROUND)
        await Promise.all(
          people.map(async (person) => {
            if (!(await person.repeatLast())) return
            while (isBusy(person) && (await person.sendNext())) await sleep(PAUSE_MS)
          }),
        )
      },
      isUnderWay: () => count() >= enough.texts && telegram.sent.length >= enough.sent,
      async judge(app) {
        expect(people.filter((person) => person.isWaiting())).toEqual([])
        const texts = people.map((person) => person.texts)
        await judgeTelegram(app, telegram, given.organization.id, texts)
      },
      async close() {
        await given.vendor.close()
        await telegram.close()
      },
    }
  },
}
