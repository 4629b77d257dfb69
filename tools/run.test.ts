import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { scratchDirectory } from '#testing/suite/scratch.ts'

test('a server that npm started ends when the shell of npm is ended', async () => {
  const data = scratchDirectory()
  const shell = spawn('sh', ['-c', 'node tools/run.mjs start > /dev/null 2>&1 & echo $!; wait'], {
    env: { PATH: process.env.PATH, npm_lifecycle_event: 'start', DATA_DIR: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(shell.stdout, 'data')
  const task = Number(line)
  onTestFinished(() => void (isRunning(task) && process.kill(task)))
  // The server's first file.
  await expect.poll(() => readdirSync(data), { timeout: 20_000 }).toContain('session.key')

  shell.kill('SIGTERM')

  await expect.poll(() => isRunning(task), { timeout: 20_000 }).toBe(false)
}, 60_000)

test.skipIf(process.platform === 'win32')(
  'pages are built for production, also by a server for development',
  async () => {
    const bin = scratchDirectory()
    writeFileSync(join(bin, 'vite'), '#!/bin/sh\necho "$NODE_ENV"\n', { mode: 0o755 })
    const build = spawn(process.execPath, ['tools/tasks.ts', 'build'], {
      env: { PATH: `${bin}${delimiter}${process.env.PATH}`, NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    expect(new Set((await text(build.stdout)).trim().split('\n'))).toEqual(new Set(['production']))
  },
)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
