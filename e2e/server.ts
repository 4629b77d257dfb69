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
  stop: () => Promise<string>
  /** Kills the process as a power cut would, and starts it again on the same data. */
  crash: () => Promise<void>
}

/** Names the data that the servers of a run of the journeys begin with, as the first start of the program left it. */
export const SEEDED_DATA = 'ALONGSIDE_SEEDED_DATA'

/** The program as a newcomer starts it: a process of its own with fresh data, seeded unless that is not wanted, with the demo model. */
export async function startRealServer(
  env: Record<string, string> = {},
  { isSeeded = true }: { isSeeded?: boolean } = {},
): Promise<RealServer> {
  const data = mkdtempSync(join(tmpdir(), 'alongside-e2e-'))
  const seeded = isSeeded ? process.env[SEEDED_DATA] : undefined
  if (seeded) cpSync(seeded, data, { recursive: true })
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
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    base_url,
    log: () => log,
    stop: async () => {
      await end('SIGTERM')
      return data
    },
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
