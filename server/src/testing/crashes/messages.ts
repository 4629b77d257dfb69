import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { runs } from '#features/runs/table.ts'
import { aggregateUsage } from '#features/usage/aggregate-usage.ts'
import type { TestApp } from '../app.ts'
import { savedMessage } from '../servers/seeded.ts'
import type { Book, BookDefinition, Round } from './book.ts'
import { type GivenTeammate, givenTeammate } from './given-teammate.ts'

const CALLERS = 2
const MAX_PER_ROUND = 60
const PAUSE_MS = 100
const UNFINISHED = ['queued', 'running', 'suspended']

export const messagesBook: BookDefinition = {
  promise: 'no acknowledged message is lost, each is answered once, none is left open, and usage is what the log has',
  async open(): Promise<Book> {
    let given: GivenTeammate
    const sent: string[] = []
    const acknowledged = new Map<string, string>()
    const refused: unknown[] = []
    let enough = 0

    /** Every second message waits for its answer. */
    async function send(round: Round): Promise<void> {
      const client = given.program(round)
      while (!round.isOver() && sent.length < round.number * MAX_PER_ROUND) {
        const name = `m${sent.length}`
        sent.push(name)
        const answer = await client.post(given.path, savedMessage(name, sent.length % 2 === 0)).catch(() => null)
        if (!answer) return
        if (answer.status === 200) acknowledged.set(name, answer.body.data.runId)
        else refused.push(answer)
        await sleep(PAUSE_MS)
      }
    }

    return {
      async prepare(app) {
        given = await givenTeammate(app, () => ({ chunks: ['It ', 'is ', 'done.'], delay_ms: 40 }))
      },
      async work(round) {
        enough = acknowledged.size + 3
        if (!round.isLast) await Promise.all(Array.from({ length: CALLERS }, () => send(round)))
      },
      isUnderWay: () => acknowledged.size >= enough,
      async judge(app) {
        const { organization } = given
        await expect.poll(() => countOpen(app, organization.id), { interval: 200 }).toBe(0)
        const rows = await app.ctx.db.select().from(messages).where(eq(messages.organization_id, organization.id))
        const asked = rows.filter(({ role }) => role === 'contact').map(({ content }) => content)
        expect(refused).toEqual([])
        expect(new Set(asked).size, 'a message was stored twice').toBe(asked.length)
        expect([...acknowledged.keys()].filter((name) => !asked.includes(name))).toEqual([])
        expect(asked.filter((name) => !sent.includes(name))).toEqual([])

        const answers = rows.filter(({ role }) => role === 'ai')
        expect(answers.length).toBe(asked.length)
        const whole = answers.filter(({ status }) => status === 'completed')
        expect(new Set(whole.map(({ content }) => content))).toEqual(new Set(['It is done.']))
        const ended = await app.ctx.db.select().from(runs).where(eq(runs.organization_id, organization.id))
        expect(ended.length).toBe(asked.length)
        const ids = new Set(ended.map(({ id }) => id))
        expect([...acknowledged.values()].filter((id) => !ids.has(id))).toEqual([])
        for (const { status, error_code } of ended) {
          expect([status, error_code]).toEqual(status === 'failed' ? ['failed', 'GAVE_UP'] : ['completed', null])
        }
        await Promise.all(Array.from({ length: 8 }, () => aggregateUsage(app.ctx)))
        const usage = await given.asAdmin({ address: app.base_url }).get(`${given.base}/usage`)
        const failed = ended.filter(({ status }) => status === 'failed').length
        expect(usage.body.totals, 'usage is what the log has').toMatchObject({ runs: ended.length, failed })
      },
      close: () => given.vendor.close(),
    }
  },
}

async function countOpen({ ctx }: TestApp, organization_id: string): Promise<number> {
  const own = await ctx.db.select({ status: runs.status }).from(runs).where(eq(runs.organization_id, organization_id))
  const rows = await ctx.db
    .select({ status: messages.status })
    .from(messages)
    .where(eq(messages.organization_id, organization_id))
  return [
    ...own.filter(({ status }) => UNFINISHED.includes(status)),
    ...rows.filter(({ status }) => status === 'in_progress'),
  ].length
}
