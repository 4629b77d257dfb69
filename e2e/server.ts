import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/src/testing/servers/free-port.ts'
import type { ComposeInProcess, InProcessServer } from '../server/src/testing/servers/in-process-server.ts'
import { scratchDirectory } from '../server/src/testing/suite/scratch.ts'
import { briefFlags } from '../tools/node-flags.ts'
import { network, openNetwork } from './network.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** A first start takes five seconds of an idle machine, and one that does other work too may need twenty times as much. */
const patienceMs = 240_000

export type JourneyServer = AsyncDisposable & {
  base_url: string
  /** What it has logged since it was started for the first time. */
  log: () => string
}

export type RealServer = JourneyServer & {
  /** Ends the process as its operator does, and leaves its data here. */
  stop: () => Promise<void>
  /** Ends the process as a new version does, and starts it again on the same data. */
  restart: () => Promise<void>
  /** Kills the process as a power cut would, and starts it again on the same data. */
  crash: () => Promise<void>
}

type HowStarted = {
  /** A copy of it is what the server begins with. */
  seed?: string
  /** Its directory, which then outlives it. */
  data?: string
}

/**
 * The same with a copy of `seed`, in this process, where its code is warm: a process of its own takes two seconds of CPU
 * to start, and as much again until it is compiled.
 */
export async function startServerHere(
  env: Record<string, string>,
  seed: string,
): Promise<JourneyServer & Pick<InProcessServer, 'setStatus'>> {
  // By its address, because types of a browser, which are known here, contradict those that the server is checked with.
  const here = new URL('../server/src/testing/servers/compose-in-process.ts', import.meta.url).href
  const { composeInProcess }: { composeInProcess: ComposeInProcess } = await import(here)
  const data = scratchDirectory()
  cpSync(seed, data, { recursive: true })
  const place = { ...(await freeAddress()), data }
  let log = ''
  const port = network ? await freePort() : place.port
  const { close, setStatus } = await composeInProcess(environment({ ...place, port }, env), (line) => (log += line))
  const way = network && (await openNetwork(network, port, place.port))
  return {
    base_url: place.base_url,
    log: () => log,
    setStatus,
    [Symbol.asyncDispose]: async () => {
      await way?.[Symbol.asyncDispose]()
      await close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

type Place = { port: number; base_url: string; data: string }

const environment = ({ port, base_url, data }: Place, env: Record<string, string>) => ({
  TZ: 'UTC',
  NODE_ENV: 'development',
  PORT: String(port),
  DATA_DIR: data,
  BASE_URL: base_url,
  ...env,
})

async function freeAddress(): Promise<{ port: number; base_url: string }> {
  const port = await freePort()
  return { port, base_url: `http://127.0.0.1:${port}` }
}

/** The program as a newcomer starts it: a process of its own with fresh data and the demo model. */
export async function startRealServer(
  env: Record<string, string> = {},
  { seed, data: given }: HowStarted = {},
): Promise<RealServer> {
  const data = given ?? scratchDirectory()
  if (seed) cpSync(seed, data, { recursive: true })
  const { port, base_url } = await freeAddress()
  let log = ''
  const launch = async () => {
    const child = spawn(process.execPath, [...briefFlags, 'server/start.mjs'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_,
        ...environment({ port, base_url, data }, env),
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
  const again = async (signal: NodeJS.Signals) => {
    await end(signal)
    child = await launch()
  }
  return {
    base_url,
    log: () => log,
    stop: () => end('SIGTERM'),
    restart: () => again('SIGTERM'),
    crash: () => again('SIGKILL'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
      if (!given) rmSync(data, { recursive: true, force: true })
    },
  }
}

async function healthy(child: ChildProcess, base_url: string, log: () => string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${base_url}/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not come up. It said:\n${log()}`)
}
