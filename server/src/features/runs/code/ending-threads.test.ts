import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { spawnProgram } from '#testing/servers/server-process.ts'

const program = fileURLToPath(new URL('../../../testing/runs/ending-threads.ts', import.meta.url))

test('threads that end never hold up those that begin, though the runtime has one thread to compile on', async () => {
  const { ended } = spawnProgram(program, { NODE_OPTIONS: '--v8-pool-size=1' })
  expect(await ended).toEqual({ code: 0, stderr: '' })
})
