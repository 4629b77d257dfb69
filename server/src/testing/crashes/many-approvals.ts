import { createServer } from 'node:http'
import { expect } from 'vitest'
import { listenOnLoopback } from '../servers/listen-on-loopback.ts'
import { type Asked, answerQuestions, askingModel, beginAsked, TEXT } from './asked-calls.ts'
import type { Book, BookDefinition, Round } from './book.ts'
import { type GivenTeammate, givenTeammate } from './given-teammate.ts'

const CALLS = ['a', 'b', 'c']
const CONCURRENCY = 2
const MAX_PER_ROUND = 6

export const manyApprovalsBook: BookDefinition = {
  promise:
    'of three tools that one message asks for each is called once or not at all, as the first of contradicting answers says',
  async open(): Promise<Book> {
    const hits: string[] = []
    const conversations: Asked[] = []
    const results = new Map<string, string[]>()
    const server = createServer(({ url = '' }, response) => {
      hits.push(url)
      response.end(`the result of ${url}`)
    })
    const url = await listenOnLoopback(server)
    let given: GivenTeammate
    let decisions = 0
    let enough = 0
    let names = 0
    const count = () => conversations.reduce((sum, { decided }) => sum + decided.size, 0)
    /** Four answers at once that contradict each other; whether the first of them approves changes. */
    const contradicting = () => {
      const first = decisions++ % 3 !== 0
      return [first, !first, first, !first]
    }

    async function workOnNew(round: Round): Promise<void> {
      let begun = 0
      while (!round.isOver() && begun++ < MAX_PER_ROUND) {
        const path = `/many-${names++}`
        const calls = CALLS.map((call) => `${url}${path}/${call}`)
        const asked: Asked = { path, calls, decided: new Map(), end: null }
        conversations.push(asked)
        if (!(await beginAsked(given, round, asked))) {
          conversations.splice(conversations.indexOf(asked), 1)
          return
        }
        await answerQuestions(given, round, asked, contradicting)
      }
    }

    return {
      async prepare(app) {
        const tools = [{ name: 'http_request', ask: true as const }]
        const rules = { values: { tools }, row: { use_lazy_tools: false } }
        given = await givenTeammate(app, askingModel(conversations, results), rules)
      },
      async work(round) {
        enough = count() + 3
        const open = conversations.filter(({ end }) => !end)
        const lanes = round.isLast ? 0 : CONCURRENCY
        await Promise.all([
          ...open.map((asked) => answerQuestions(given, round, asked, contradicting)),
          ...Array.from({ length: lanes }, () => workOnNew(round)),
        ])
      },
      isUnderWay: () => count() >= enough,
      async judge() {
        for (const { path, calls, decided, end } of conversations) {
          expect(end, path).toMatchObject({ status: 'completed', content: TEXT })
          const reported = results.get(path) ?? []
          expect(reported, path).toHaveLength(CALLS.length)
          for (const [index, call] of calls.entries()) {
            const result = reported[index] ?? ''
            const { pathname } = new URL(call)
            const times = hits.filter((hit) => hit === pathname).length
            const about = `${pathname}: called ${times} times, told “${result}”`
            const isRefused = result === 'A person refused this.'
            // Where the answer of the server was lost with it, either of the decisions was the first.
            expect(isRefused, about).toBe(!(decided.get(call) ?? !isRefused))
            if (isRefused) expect(times, about).toBe(0)
            else if (result.includes('Whether it was done is not known')) expect(times, about).toBeLessThanOrEqual(1)
            else expect([times, result], about).toEqual([1, expect.stringContaining(`the result of ${pathname}`)])
          }
        }
      },
      async close() {
        await given.vendor.close()
        server.closeAllConnections()
        server.close()
      },
    }
  },
}
