import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '../tools/node-flags.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const patience = 60_000

export type RealServer = AsyncDisposable & {
  base_url: string
  /** What it has logged since it was started for the first time. */
  log: () => string
  /** Kills the process as a power cut would, and starts it again on the same data. */
  crash: () => Promise<void>
}

/** The program as a newcomer starts it: a process of its own with a fresh data directory, seeded, with the demo model. */
export async function startRealServer(env: Record<string, string> = {}): Promise<RealServer> {
  const data = mkdtempSync(join(tmpdir(), 'alongside-e2e-'))
  const port = await freePort()
  const base_url = `http://127.0.0.1:${port}`
  let log = ''
  const launch = async () => {
    const child = spawn(process.execPath, [...nodeFlags, 'server/src/app/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        TZ: 'UTC',
        NODE_ENV: 'development',
        PORT: String(port),
        DATA_DIR: data,
        BASE_URL: base_url,
        ...env,
      },
    })
    for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (log += text))
    await healthy(child, base_url, () => log)
    return child
  }

  let child = await launch()
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    base_url,
    log: () => log,
    crash: async () => {
      await end('SIGKILL')
      child = await launch()
    },
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function healthy(child: ChildProcess, base_url: string, log: () => string): Promise<void> {
  const deadline = Date.now() + patience
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${base_url}/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not come up. It said:\n${log()}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}
