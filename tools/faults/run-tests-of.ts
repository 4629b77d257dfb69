import { type ChildProcess, spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

/** A fault may keep a test file from ending. */
const TIMEOUT_MS = 600_000
/** Failing tests wait until their time is over: less than usual, because most are expected to fail. */
const LIMITS = ['--bail=1', '--testTimeout=120000', '--hookTimeout=120000', '--expect.poll.timeout=30000']

/** `failure` is what failed first. */
export type TestRun = { hasFailed: boolean; failure: string | null }

/** Runs one test file until its first failure, on the databases of the environment. */
export function runTestsOf(root: string, tests: string, onStart: (child: ChildProcess) => void): Promise<TestRun> {
  const { promise, resolve, reject } = Promise.withResolvers<TestRun>()
  const child = spawn('vitest', ['run', tests, ...LIMITS], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    timeout: TIMEOUT_MS,
  })
  onStart(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  child.once('error', reject)
  child.once('close', (code) => resolve({ hasFailed: code !== 0, failure: firstFailure(output) }))
  return promise
}

function firstFailure(output: string): string | null {
  const plain = stripVTControlCharacters(output)
  return /^ *FAIL +(.+)$/m.exec(plain)?.[1] ?? /^(\w*Error: .+)$/m.exec(plain)?.[1] ?? null
}
