import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import type { OpenQuestion } from '#contracts/run-control.ts'
import type { Handler } from '../doubles/vendors/vendor-double.ts'
import { savedMessage } from '../servers/seeded.ts'
import type { Round } from './book.ts'
import type { GivenTeammate } from './given-teammate.ts'

const PAUSE_MS = 40
export const TEXT = 'May I?\n\nDone.'

/** A conversation whose model asks for calls that a person has to approve. */
export type Asked = {
  path: string
  /** In the order in which the model asks for them. */
  calls: string[]
  /** What a person decided, where the server has confirmed it. */
  decided: Map<string, boolean>
  end: Message | null
}

/** Asks for all calls of a conversation in one message, and records their results by its path. */
export function askingModel(conversations: readonly Asked[], results: Map<string, string[]>): Handler {
  return ({ body }) => {
    const messages = body.messages as { role: string; content: string }[]
    const path = String(messages.find(({ role }) => role === 'user')?.content)
    const answers = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    if (answers.length > 0) {
      results.set(path, answers)
      return { text: 'Done.' }
    }
    const calls = conversations.find((one) => one.path === path)?.calls ?? []
    return { text: 'May I?', tool_calls: calls.map((url) => ({ name: 'http_request', input: { url } })) }
  }
}

/** Begins a conversation; false where the server did not confirm it. */
export async function beginAsked(given: GivenTeammate, round: Round, asked: Asked): Promise<boolean> {
  const answer = await given
    .program(round)
    .post(given.path, savedMessage(asked.path, true))
    .catch(() => null)
  if (answer) expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer !== null
}

/** Answers each question with these values, all at once, until the conversation or the round is over. */
export async function answerQuestions(
  given: GivenTeammate,
  round: Round,
  asked: Asked,
  valuesFor: () => boolean[],
): Promise<void> {
  const [program, admin] = [given.program(round), given.asAdmin(round)]
  const at = `${given.path}?channel=api&conversation_id=${encodeURIComponent(asked.path)}`
  while (!round.isOver() && !asked.end) {
    const read = await program.get(at).catch(() => null)
    if (!read) return
    const message: Message | undefined = read.body.data.find(({ role }: Message) => role === 'ai')
    if (message?.status !== 'in_progress') asked.end = message ?? null
    else {
      const runs = `${given.base}/workflows/runs/${message.run_id}`
      const open = await admin.get(`${runs}/questions`).catch(() => null)
      if (!open) return
      const questions: OpenQuestion[] = open.body.data
      expect(questions.length).toBeLessThanOrEqual(1)
      for (const question of questions) await answer(asked, question, valuesFor(), admin, runs)
    }
    await sleep(PAUSE_MS)
  }
}

/** Of contradicting answers at once at most one is accepted, and only once. */
async function answer(
  { calls, decided }: Asked,
  { question_id, tool }: OpenQuestion,
  values: boolean[],
  admin: ReturnType<GivenTeammate['asAdmin']>,
  runs: string,
): Promise<void> {
  const url = String(Object(tool?.input).url)
  expect(calls).toContain(url)
  const statuses = await Promise.all(
    values.map(async (approved) => {
      const given = await admin.post(`${runs}/resume`, { question_id, approved }).catch(() => null)
      if (given?.status === 200) {
        expect(decided.has(url), `${url} was decided twice`).toBe(false)
        decided.set(url, approved)
      }
      return given?.status ?? null
    }),
  )
  const known = statuses.filter((status) => status !== null)
  expect(known.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  expect(known.filter((status) => status !== 200 && status !== 409)).toEqual([])
  if (known.length === values.length) expect(known).toContain(200)
}
