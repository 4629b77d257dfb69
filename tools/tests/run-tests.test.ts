import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { removeAfterFile, scratchDirectory } from '../../server/src/testing/suite/scratch.ts'

const runner = fileURLToPath(new URL('run-tests.ts', import.meta.url))
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

const PASSES = `test('passes', () => {})`
const FAILS = `test('fails', () => { throw new Error('broken', { cause: new Error('by this') }) })`
/** Fails until it has run once. */
const FLAKY = `
  test('fails at first', () => {
    const marker = new URL('marker', import.meta.url)
    const hasRun = existsSync(marker)
    writeFileSync(marker, '')
    expect([['ran', hasRun]]).toEqual([['ran', true]])
  })`
const TELLS_DATABASE = `test(process.env.DATABASE_URL ?? 'embedded', () => { throw new Error('told') })`
const LOST = `
  test('ends', () => {})
  setTimeout(() => Promise.reject(new Error('lost')), 50)
  test('waits', () => new Promise((done) => setTimeout(done, 200)))`

/** Runs these test files, as `npm test` does. */
function runFiles(files: Record<string, string>, env: Record<string, string> = {}) {
  const root = scratchDirectory()
  onTestFinished(() => removeAfterFile(root))
  mkdirSync(join(root, 'tests'))
  symlinkSync(packages, join(root, 'node_modules'))
  for (const [name, text] of Object.entries(files))
    writeFileSync(
      join(root, 'tests', name),
      `import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, test } from 'vitest'\n${text}`,
    )
  const { PATH = '' } = process.env
  const { status, stdout } = spawnSync(process.execPath, [runner, '--root', root], {
    env: { PATH, NO_COLOR: '1', ...env },
    encoding: 'utf8',
  })
  const summary = stdout.split('\n').filter((line) => /^(failed|flaky): |^\d+ passed, /.test(line))
  return { status, stdout, summary }
}

test('a file that fails and then passes by itself is reported as flaky, and the run is green', () => {
  const { status, stdout, summary } = runFiles({ 'a.test.ts': FLAKY, 'b.test.ts': PASSES })
  expect(summary).toEqual(['flaky: tests/a.test.ts fails at first', '2 passed, 0 failed, 0 skipped'])
  expect(stdout).toContain('FAILED tests/a.test.ts fails at first\n  expected [')
  expect(stdout).toMatch(/^- +true,\n\+ +false,$/m)
  expect(status).toBe(0)
})

test('a file that fails twice fails the run, with the causes of its errors', () => {
  const { status, stdout, summary } = runFiles({ 'a.test.ts': FAILS, 'b.test.ts': PASSES })
  expect(summary).toEqual(['failed: tests/a.test.ts fails', '1 passed, 1 failed, 0 skipped'])
  expect(stdout.match(/FAILED tests\/a.test.ts fails\n {2}broken\n {2}by this/g)).toHaveLength(2)
  expect(status).toBe(1)
})

test('what goes wrong outside of tests fails the run, and so does a file that cannot be read', () => {
  const lost = runFiles({ 'a.test.ts': LOST })
  expect(lost.summary).toContain('failed: tests/a.test.ts (unhandled) lost')
  expect(lost.status).toBe(1)
  const unreadable = runFiles({ 'a.test.ts': `import './missing.ts'\n${PASSES}` })
  expect(unreadable.summary[0]).toBe('failed: tests/a.test.ts (outside of its tests)')
  expect(unreadable.status).toBe(1)
})

test('with a PostgreSQL, only what depends on the database runs on the embedded one too', () => {
  const files = { 'a.test.ts': TELLS_DATABASE, 'b.db.test.ts': TELLS_DATABASE }
  const { summary } = runFiles(files, { DATABASE_URL: 'postgres://test' })
  expect(summary.toSorted()).toEqual([
    '0 passed, 3 failed, 0 skipped',
    'failed: tests/a.test.ts postgres://test',
    'failed: tests/b.db.test.ts embedded',
    'failed: tests/b.db.test.ts postgres://test',
  ])
  expect(runFiles(files).summary).toHaveLength(3)
})

test('a run without any test is red', () => {
  expect(runFiles({ 'a.txt': '' }).status).toBe(1)
})
