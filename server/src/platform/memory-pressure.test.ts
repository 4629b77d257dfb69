import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { spawnProgram } from '#testing/servers/server-process.ts'

const program = fileURLToPath(new URL('../testing/runs/crowded-threads.ts', import.meta.url))

/** Four threads that fill 400 MB each, a small one, and a large one afterwards, in a process that may have so much. */
async function crowdIn(
  megabytes: number,
): Promise<{ outcomes: string[]; alone: string; peak_mb: number; rest_mb: number }> {
  const machine = `data:text/javascript,process.constrainedMemory=()=>${megabytes * 2 ** 20}`
  const crowd = spawnProgram(program, { NODE_OPTIONS: `--import=${machine}` })
  const { code } = await crowd.ended
  expect(code).toBe(0)
  return JSON.parse(crowd.printed().replace('outcome ', ''))
}

test('threads that are each within their limit do not use more memory together than the process may have', async () => {
  const { outcomes, alone, peak_mb } = await crowdIn(700)
  expect(peak_mb).toBeLessThan(700)
  expect(outcomes.slice(0, 4)).toContain('memory')
  // Only what is large is ended, and only while there is no room.
  expect(outcomes.at(-1)).toBe('done')
  expect(alone).toBe('done')
})

test('what threads have used goes back to the system when they end', async () => {
  expect((await crowdIn(700)).rest_mb).toBeLessThan(200)
})

test.for([8000, 0])(
  'where the process may have %i MB, of which 0 is without a limit, none is ended',
  async (megabytes) => {
    expect((await crowdIn(megabytes)).outcomes).toEqual(Array(5).fill('done'))
  },
)
