import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { chain, step } from '../runs/waiting-steps.ts'
import { type Book, type BookDefinition, KILLS, type Round } from './book.ts'
import { type GivenTeammate, givenTeammate } from './given-teammate.ts'

const PAUSE_MS = 50
const WAITS = { status: 'in_progress', content: 'I will look.\n\nWhich order?', waiting_since: expect.any(String) }

type Talk = { from: string; run_id: string; isAnswered: boolean }

export const waitingBook: BookDefinition = {
  promise: 'an answer that waits keeps its text, and continues after it, whenever the server is killed',
  async open(): Promise<Book> {
    const talks: Talk[] = []
    /** The model hangs in the middle of its next answers. */
    let hangs = 0
    let isHanging = true
    let isSuspended = false
    let given: GivenTeammate
    const answerIn = async (round: Pick<Round, 'address'>, { from }: Talk): Promise<Message | undefined> => {
      const { body } = await given.program(round).get(`${given.path}?channel=waiting&conversation_id=${from}`)
      return body.data.find(({ role }: Message) => role === 'ai')
    }

    async function begin(round: Round): Promise<void> {
      const flow = chain(
        step('message', { text: 'I will look.' }),
        step('ask', { question: 'Which order?' }),
        step('agent', { employee_id: given.teammate.id }),
      )
      const from = `waiting-${round.number}`
      const { status, body } = await given.program(round).post(pathOf(given), { from, ...flow })
      expect(status, JSON.stringify(body)).toBe(200)
      talks.push({ from, run_id: body.run_id, isAnswered: false })
      // Its message shows the question a moment before the run is suspended, and only then no process executes it.
      const run = `/api/private/workflow/run/${body.run_id}`
      while (!round.isOver() && !isSuspended) {
        isSuspended = (await given.program(round).get(run)).body.data.status === 'suspended'
        await sleep(PAUSE_MS)
      }
    }

    /** A server that did not ask the question shows it, and accepts the answer. */
    async function answer(round: Round, talk: Talk): Promise<void> {
      expect(await answerIn(round, talk)).toMatchObject(WAITS)
      if (!round.isLast) hangs++
      const reply = { run_id: talk.run_id, seq: 2, value: '7' }
      const { body } = await given.program(round).post(`${pathOf(given)}/answer`, reply)
      expect(body).toEqual({ is_answered: true })
      talk.isAnswered = true
    }

    return {
      async prepare(app) {
        given = await givenTeammate(app, () => {
          if (hangs === 0) return { text: 'Order 7 is on its way.' }
          hangs--
          isHanging = true
          return { fault: 'hang_midway', chunks: ['Order 7 is', ' lost.'] }
        })
      },
      async work(round) {
        const open = talks.filter(({ isAnswered }) => !isAnswered)
        hangs = 0
        isHanging = open.length === 0
        isSuspended = false
        // Both wait for what a kill cannot prevent, because it comes only when they are done.
        for (const talk of open) await answer(round, talk)
        if (!round.isLast) await begin(round)
      },
      isUnderWay: () => isSuspended && isHanging,
      async judge(app) {
        expect(talks).toHaveLength(KILLS)
        for (const talk of talks) {
          const read = () => answerIn({ address: app.base_url }, talk)
          await expect.poll(async () => (await read())?.status).toBe('completed')
          const whole = await read()
          expect(whole?.content).toBe('I will look.\n\nWhich order?\n\nOrder 7 is on its way.')
          expect(whole).not.toHaveProperty('waiting_since')
        }
      },
      close: () => given.vendor.close(),
    }
  },
}

const pathOf = ({ teammate }: GivenTeammate) => `/api/private/waiting/${teammate.id}`
