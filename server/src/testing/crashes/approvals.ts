import { createServer } from 'node:http'
import { expect } from 'vitest'
import { listenOnLoopback } from '../servers/listen-on-loopback.ts'
import { type Asked, answerQuestions, askingModel, beginAsked, TEXT } from './asked-calls.ts'
import { type Book, type BookDefinition, KILLS } from './book.ts'
import { type GivenTeammate, givenTeammate } from './given-teammate.ts'

const UNKNOWN = 'Whether it was done is not known'

export const approvalsBook: BookDefinition = {
  promise: 'what is approved is called once, whenever the server is killed, and is never called again unseen',
  async open(): Promise<Book> {
    const hits: string[] = []
    const conversations: Asked[] = []
    const results = new Map<string, string[]>()
    let isLast = false
    let awaited: string[] = []
    let begun = { confirmed: 0, expected: 0 }
    const server = createServer(({ url = '' }, response) => {
      hits.push(url)
      if (isLast || !url.startsWith('/hangs')) response.end('the result')
    })
    const url = await listenOnLoopback(server)
    const timesOf = (path: string) => hits.filter((hit) => hit === path).length
    let given: GivenTeammate
    return {
      async prepare(app) {
        const tools = [{ name: 'http_request', ask: true as const }]
        const rules = { values: { tools }, row: { use_lazy_tools: false } }
        given = await givenTeammate(app, askingModel(conversations, results), rules)
      },
      async work(round) {
        isLast = round.isLast
        // Those of this round are approved by the next server: their question survives a kill.
        const before = [...conversations]
        awaited = before.filter(({ end }) => !end).map(({ path }) => path)
        const begin = async (path: string) => {
          const asked: Asked = { path, calls: [`${url}${path}`], decided: new Map(), end: null }
          conversations.push(asked)
          if (await beginAsked(given, round, asked)) begun.confirmed++
        }
        begun = { confirmed: 0, expected: round.isLast ? 0 : 2 }
        const next = round.isLast ? [] : [`/answers-${round.number}`, `/hangs-${round.number}`]
        await Promise.all([
          ...next.map(begin),
          ...before.map((asked) => answerQuestions(given, round, asked, () => [true])),
        ])
      },
      isUnderWay: () =>
        begun.confirmed === begun.expected &&
        awaited.filter((path) => path.startsWith('/hangs')).every((path) => timesOf(path) > 0),
      async judge() {
        expect(conversations).toHaveLength(2 * KILLS)
        for (const { path, decided, end } of conversations) {
          expect(end, path).toMatchObject({ status: 'completed', content: TEXT })
          expect([...decided.values()].every(Boolean)).toBe(true)
          const reported = results.get(path) ?? []
          expect(reported, path).toHaveLength(1)
          if (reported[0]?.includes(UNKNOWN)) expect(timesOf(path), path).toBeLessThanOrEqual(1)
          else expect([timesOf(path), reported[0]], path).toEqual([1, expect.stringContaining('the result')])
        }
        const interrupted = [...results].filter(([path]) => path.startsWith('/hangs'))
        expect(interrupted.filter(([, reported]) => reported[0]?.includes(UNKNOWN)).length).toBeGreaterThanOrEqual(
          KILLS - 1,
        )
      },
      async close() {
        await given.vendor.close()
        server.closeAllConnections()
        server.close()
      },
    }
  },
}
