import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { createFeedbackSender } from './feedback.ts'
import { message } from './thread-sample.ts'

const answer = message({ status: 'completed', content: 'All', reaction: 'like', feedback_comment: 'Fast' })
const REFUSED = new Error('refused')

/** Gives feedback whose saving the test ends. */
function givingWith(give = createFeedbackSender()) {
  const shown: Pick<Message, 'reaction' | 'feedback_comment'>[] = []
  const begun: string[] = []
  const start = (feedback: Pick<Message, 'reaction'> & { feedback_comment?: string | null }) => {
    const saving = Promise.withResolvers<Message>()
    const done = give({
      message: answer,
      feedback,
      show: ({ reaction, feedback_comment }) => shown.push({ reaction, feedback_comment }),
      save: () => {
        begun.push(String(feedback.reaction))
        return saving.promise
      },
    })
    return { ...saving, done }
  }
  return { shown, begun, start }
}

test('feedback is shown before it is saved; a comment stays with its reaction, and goes where it is taken back or replaced', () => {
  const { shown, start } = givingWith()
  start({ reaction: 'like' })
  start({ reaction: 'dislike', feedback_comment: null })
  start({ reaction: null })
  expect(shown).toEqual([
    { reaction: 'like', feedback_comment: 'Fast' },
    { reaction: 'dislike', feedback_comment: null },
    { reaction: null, feedback_comment: null },
  ])
})

test('feedback that the server refuses is taken back', async () => {
  const { shown, start } = givingWith()
  const { reject, done } = start({ reaction: 'dislike', feedback_comment: null })
  reject(REFUSED)
  await expect(done).rejects.toBe(REFUSED)
  expect(shown.at(-1)).toEqual({ reaction: 'like', feedback_comment: 'Fast' })
})

test('a second choice is saved after the first, and neither the answer to the first nor its refusal undoes what is shown', async () => {
  for (const isRefused of [false, true]) {
    const { shown, begun, start } = givingWith()
    const first = start({ reaction: null })
    const second = start({ reaction: 'dislike', feedback_comment: null })
    await Promise.resolve()
    expect(begun).toEqual(['null'])
    if (isRefused) first.reject(REFUSED)
    else first.resolve({ ...answer, reaction: null, feedback_comment: null })
    await first.done.catch(() => {})
    expect(shown.at(-1)).toEqual({ reaction: 'dislike', feedback_comment: null })
    second.resolve({ ...answer, reaction: 'dislike', feedback_comment: null })
    await second.done
    expect(begun).toEqual(['null', 'dislike'])
  }
})
