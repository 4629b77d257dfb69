import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startSlackApp } from '#testing/chat-platforms/slack.ts'

const { slack, givenBot } = await startSlackApp()

const CHATS = 120
/** What an organization may have in work at once, and the names of chats that are asked for beside it. */
const MAX_CALLS = 50 + 4

test('while Slack does not answer, a flood of chats is stored at once and keeps few requests open; each is answered later', async () => {
  const here = await givenBot()
  await here.connect()
  const before = slack.calls.length
  const { promise, resolve } = Promise.withResolvers<void>()
  slack.hold(promise)
  const people = Array.from({ length: CHATS }, (_, n) => slack.newPerson({ name: `p${n}`, real_name: `Person ${n}` }))
  const delivered = await Promise.all(people.map((from) => here.say({ from, text: 'Hello' })))
  expect(delivered.flat().map(({ status }) => status)).toEqual(people.map(() => 200))
  await expect.poll(() => slack.calls.length - before).toBeGreaterThan(40)
  await sleep(500)
  expect(slack.calls.length - before).toBeLessThanOrEqual(MAX_CALLS)
  resolve()
  const notices = await here.sentAfter(CHATS)
  expect(new Set(notices.map(({ channel }) => channel)).size).toBe(CHATS)
  await here.allProcessed()
})
