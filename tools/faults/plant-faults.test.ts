import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeAfterFile, scratchDirectory } from '../../server/src/testing/suite/scratch.ts'
import type { Fault } from './fault.ts'
import { findMisfits } from './find-misfits.ts'
import { whilePlanted } from './while-planted.ts'

const CODE = `export const isAdult = (age: number): boolean => age >= 18\nexport const isChild = (age: number) => age < 18\n`
const FITTING: Fault = {
  file: 'age.ts',
  find: 'age >= 18',
  replace: 'age > 18',
  tests: 'age.test.ts',
  what: 'someone of eighteen is no adult',
}

function givenCode(): string {
  const root = scratchDirectory()
  onTestFinished(() => removeAfterFile(root))
  mkdirSync(join(root, 'e2e'))
  writeFileSync(join(root, 'age.ts'), CODE)
  writeFileSync(join(root, 'page.tsx'), 'export const Page = () => <p>Hello</p>\n')
  for (const name of ['age.test.ts', 'e2e/age.test.ts']) writeFileSync(join(root, name), '')
  return root
}

test('a fault that fits has no problem, in TypeScript and in JSX', () => {
  const root = givenCode()
  expect(findMisfits(root, FITTING)).toEqual([])
  expect(findMisfits(root, { ...FITTING, file: 'page.tsx', find: '<p>Hello</p>', replace: '<b>Hello</b>' })).toEqual([])
})

test.each<[string, Partial<Fault>, RegExp]>([
  ['whose text is gone', { find: 'age >= 21' }, /^the text to replace occurs 0 times: age >= 21$/],
  ['whose text is ambiguous', { find: 'age: number' }, /occurs 2 times/],
  ['without a text', { find: '' }, /occurs 0 times/],
  ['that changes nothing', { replace: 'age >= 18' }, /^the replacement changes nothing$/],
  ['that does not parse', { replace: 'age >= (18' }, /^with the fault the file does not parse: /],
  ['that Node cannot strip', { replace: 'age >= 18\nenum Age { adult }' }, /^with the fault the file does not parse: /],
  ['that breaks JSX', { file: 'page.tsx', find: '</p>', replace: '</b>' }, /^with the fault the file does not parse: /],
  ['in a file that is gone', { file: 'gone.ts' }, /^the file does not exist$/],
  ['whose tests are gone', { tests: 'gone.test.ts' }, /^the test file gone.test.ts does not exist$/],
  ['whose tests are none', { tests: 'age.ts' }, /^age.ts is no test file to run$/],
  ['whose tests need built pages', { tests: 'e2e/age.test.ts' }, /is no test file to run$/],
])('a fault %s is named', (_what, changes, problem) => {
  expect(findMisfits(givenCode(), { ...FITTING, ...changes })).toEqual([expect.stringMatching(problem)])
})

test('a fault is in its file while the tests run, and the file is as before however they end', async () => {
  const root = givenCode()
  const path = join(root, 'age.ts')
  const { mtimeMs } = statSync(path)
  const read = () => readFileSync(path, 'utf8')
  const fault = { ...FITTING, replace: 'age > 18 // $&' }
  expect(await whilePlanted(root, fault, async () => read())).toBe(CODE.replace('age >= 18', 'age > 18 // $$&'))
  expect(read()).toBe(CODE)
  await expect(whilePlanted(root, fault, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(read()).toBe(CODE)
  expect(Math.abs(statSync(path).mtimeMs - mtimeMs)).toBeLessThan(1)
})
