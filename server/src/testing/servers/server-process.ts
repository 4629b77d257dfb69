import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { briefFlags } from '../../../../tools/node-flags.ts'
import { createClient } from '../client.ts'
import { POOL } from '../database/database-template.ts'

/** The server's entry. */
export const main = fileURLToPath(new URL('../../../start.mjs', import.meta.url))

/** Whether this run of the tests has a PostgreSQL; without one everything is on the embedded database. */
export const postgresUrl: string | undefined = process.env.DATABASE_URL
/** Whether it has a Redis, over which several processes push to each other's clients. */
export const redisUrl: string | undefined = process.env.REDIS_URL

export type Ended = { code: number | null; stderr: string }

/** The server as its operator starts it, in a process of its own. */
export const spawnServer = (env: Record<string, string>, ...args: string[]) => spawnProgram(main, env, args)

/** A program that logs where it listens, in a process of its own that ends with the test. */
export function spawnProgram(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
  flags = briefFlags,
): ServerProcess {
  const server = startProgram(file, env, args, flags)
  onTestFinished(async () => void (await server.kill('SIGKILL')))
  return server
}

/** The same for a hook, where no test is running: the caller ends it. */
export function startProgram(file: string, env: Record<string, string>, args: string[] = [], flags = briefFlags) {
  const child = spawn(process.execPath, [...flags, file, ...args], {
    env: {
      PATH: process.env.PATH,
      MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_,
      TRIGGER_WAIT: '0',
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      TZ: 'UTC',
      DATABASE_POOL: POOL,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Not its exit: what it printed at last may still be on its way then.
  const ended: Promise<Ended> = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], stderr]) => ({
    code,
    stderr,
  }))
  const complaints: string[] = []
  const lines: string[] = []
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  createInterface(child.stdout).on('line', (line) => {
    if (!line.startsWith('{')) lines.push(line)
    const entry = line.startsWith('{') ? JSON.parse(line) : {}
    if (entry.level >= 50) complaints.push(line)
    if (entry.msg === 'listening') resolve(entry.address)
  })
  ended.then(({ stderr }) => reject(new Error(`The server ended before it listened: ${stderr}`)))
  address.catch(() => undefined)

  return {
    ended,
    /** What it logged as an error or worse. */
    complaints,
    /** What it printed for its operator beside the log. */
    printed: () => lines.join('\n'),
    /** Where it listens, once it does. */
    address,
    async withKey(key: string) {
      return createClient(await address, { authorization: `Bearer ${key}` })
    },
    /** As a machine does that sleeps: it neither works nor ends until it continues. */
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<Ended> {
      child.kill(signal)
      return ended
    },
  }
}

export type ServerProcess = ReturnType<typeof startProgram>
