import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsBook } from '#testing/crashes/accounts.ts'
import { approvalsBook } from '#testing/crashes/approvals.ts'
import { slackBook, teamsBook, telegramBook } from '#testing/crashes/chats.ts'
import { deliveriesBook } from '#testing/crashes/deliveries.ts'
import { indexingBook } from '#testing/crashes/indexing.ts'
import { manyApprovalsBook } from '#testing/crashes/many-approvals.ts'
import { messagesBook } from '#testing/crashes/messages.ts'
import { peopleBook } from '#testing/crashes/people.ts'
import { plansBook } from '#testing/crashes/plans.ts'
import { type CrashRun, runCrashes } from '#testing/crashes/run-crashes.ts'
import { stepsBook } from '#testing/crashes/steps.ts'
import { storageBook } from '#testing/crashes/storage.ts'
import { toolCallsBook } from '#testing/crashes/tool-calls.ts'
import { waitingBook } from '#testing/crashes/waiting.ts'
import { webchatBook } from '#testing/crashes/webchat.ts'
import { webhooksBook } from '#testing/crashes/webhooks.ts'

/** Each works while the same server is killed, and is judged when everything has come to rest. */
const books = [
  messagesBook,
  webchatBook,
  telegramBook,
  slackBook,
  teamsBook,
  webhooksBook,
  deliveriesBook,
  approvalsBook,
  manyApprovalsBook,
  waitingBook,
  stepsBook,
  toolCallsBook,
  accountsBook,
  plansBook,
  peopleBook,
  storageBook,
  indexingBook,
]

/** All servers start and stop in one hook. */
const HOOK_TIMEOUT_MS = 600_000

let crashed: CrashRun

beforeAll(async () => {
  crashed = await runCrashes(books)
}, HOOK_TIMEOUT_MS)

afterAll(() => crashed?.close())

test.each(books)('$promise', async (book) => {
  const about = `CRASH_SEED=${crashed.seed}`
  expect(crashed.faultsOf(book), about).toEqual([])
  await crashed.bookOf(book).judge(crashed.app)
})

test('no server logged an error before it was killed', () => {
  expect(crashed.complaints, `CRASH_SEED=${crashed.seed}`).toEqual([])
})
