import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/src/testing/free-port.ts'
import { nodeFlags } from '../tools/node-flags.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const patience = 60_000

export type RealServer = AsyncDisposable & {
  base_url: string
  /** What it has logged since it was started for the first time. */
  log: () => string
  /** Ends the process as its operator does, and leaves its data here. */
  stop: () => Promise<void>
  /** Kills the process as a power cut would, and starts it again on the same data. */
  crash: () => Promise<void>
}

type HowStarted = {
  /** A copy of it is what the server begins with. */
  seed?: string
  /** Its directory, which then outlives it. */
  data?: string
}

/** The program as a newcomer starts it: a process of its own with fresh data and the demo model. */
export async function startRealServer(
  env: Record<string, string> = {},
  { seed, data: given }: HowStarted = {},
): Promise<RealServer> {
  const data = given ?? mkdtempSync(join(tmpdir(), 'alongside-e2e-'))
  if (seed) cpSync(seed, data, { recursive: true })
  const port = await freePort()
  const base_url = `http://127.0.0.1:${port}`
  let log = ''
  const launch = async () => {
    const child = spawn(process.execPath, [...nodeFlags, 'server/start.mjs'], {
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
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    base_url,
    log: () => log,
    stop: () => end('SIGTERM'),
    crash: async () => {
      await end('SIGKILL')
      child = await launch()
    },
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
      if (!given) rmSync(data, { recursive: true, force: true })
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
