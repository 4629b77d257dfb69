import { expect, test } from 'vitest'
import { embeddedDirectory } from '#testing/app.ts'
import { freePort } from '#testing/servers/free-port.ts'
import { main, spawnProgram } from '#testing/servers/server-process.ts'
import { nodeFlags } from '../../../../../tools/node-flags.ts'

/** Whether a server optimizes the embedded database where so much memory is to be had. */
async function optimizesWith(bytes: number): Promise<boolean> {
  const machine = `data:text/javascript,process.availableMemory=()=>${bytes}`
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: embeddedDirectory(), DATABASE_URL: '', LOG_LEVEL: 'fatal' }
  const flags = [...nodeFlags, '--trace-wasm-compilation-times', '--import', machine]
  const server = spawnProgram(main, env, [], flags)
  const health = () => fetch(`http://127.0.0.1:${port}/health`).then(({ ok }) => ok)
  await expect.poll(() => health().catch(() => false)).toBe(true)
  // What the runtime says of its compiling is whole once the process has ended in order.
  await server.kill('SIGTERM')
  return server.printed().includes('using TurboFan')
}

test('where there is little memory, none is spent on optimizing the embedded database', async () => {
  expect(await optimizesWith(8e9)).toBe(true)
  expect(await optimizesWith(1e9)).toBe(false)
})
