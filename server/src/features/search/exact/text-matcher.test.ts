import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { TextMatcher } from './text-matcher.ts'

const { signal } = new AbortController()
/** One letter, which is eighteen when it is folded. */
const LIGATURE = 'ﷺ'
const long = LIGATURE.repeat(20_000)

/** Whether others had a turn before the work was done. */
async function leavesTurns(work: Promise<unknown>): Promise<boolean> {
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  await work
  return hadTurn
}

test('while a text in a script that is costly to fold is looked through, others have their turns', async () => {
  await using matcher = new TextMatcher()
  expect(await leavesTurns(matcher.matchBytes(Buffer.from(long), LIGATURE, signal))).toBe(true)
  const chunks = [{ part: null, part_name: null, numbers: [1], overlap: 0, text: long }]
  expect(await leavesTurns(matcher.matchChunks({ path: 'a.txt', chunks }, LIGATURE, signal))).toBe(true)
})

test('each of the texts that are given together gets its own answer', async () => {
  await using matcher = new TextMatcher()
  const texts = Array.from({ length: 8 }, (_, n) => `${long}\n${'needle\n'.repeat(n)}`)
  const found = await Promise.all(texts.map((text) => matcher.matchBytes(Buffer.from(text), 'needle', signal)))
  expect(found.map((matches) => matches?.matches ?? 0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

/** By its number, which Linux has for each thread. */
const nicenessOf = (thread: string): number =>
  Number(
    readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[16],
  )

test('texts are looked through by a thread that leaves the cores to requests', async ({ skip }) => {
  skip(process.platform !== 'linux', 'elsewhere a thread has no priority of its own')
  const before = getPriority()
  await using matcher = new TextMatcher()
  await matcher.matchBytes(Buffer.from(long), LIGATURE, signal)
  const niceness = readdirSync('/proc/self/task').map(nicenessOf)
  expect(Math.max(...niceness)).toBeGreaterThan(before)
  expect(getPriority(), 'of the thread that answers requests').toBe(before)
})
