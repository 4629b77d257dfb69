import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { nodeFlags } from '../../tools/node-flags.ts'
import type { Random } from '../lib/random.ts'

type Server = { child: ChildProcess; address: string | null }

/** Server processes on one database that are killed and started again; a caller takes any that is there. */
export function openServers(env: Record<string, string>, count: number, random: Random, program = 'server/start.mjs') {
  const complaints: string[] = []
  const servers: Server[] = []

  async function start(index: number): Promise<void> {
    const child = spawn(process.execPath, [...nodeFlags, program], {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '0', TZ: 'UTC', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const server: Server = { child, address: null }
    servers[index] = server
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr = `${stderr}${chunk}`.slice(-4000)
    })
    await new Promise<void>((listens, fails) => {
      createInterface(child.stdout).on('line', (line) => {
        if (!line.startsWith('{')) return
        const { level, msg, address } = JSON.parse(line) as { level: number; msg: string; address?: string }
        if (level >= 50) complaints.push(line.slice(0, 2000))
        if (msg !== 'listening' || !address) return
        server.address = address
        listens()
      })
      child.once('exit', (code, signal) => {
        server.address = null
        fails(new Error(`A server ended with ${code ?? signal} before it listened: ${stderr}`))
      })
    })
  }

  async function end(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const server = servers[index]
    if (!server || server.child.exitCode !== null || server.child.signalCode !== null) return
    server.address = null
    const ended = once(server.child, 'exit')
    server.child.kill(signal)
    await ended
  }

  return {
    /** What they logged as an error or worse. */
    complaints,
    start,
    end,
    startAll: () => Promise.all(Array.from({ length: count }, (_, index) => start(index))),
    endAll: (signal: 'SIGKILL' | 'SIGTERM') => Promise.all(servers.map((_, index) => end(index, signal))),
    signal: (index: number, signal: 'SIGSTOP' | 'SIGCONT') => servers[index]?.child.kill(signal),
    /** Of those that listen. */
    addresses: () => servers.flatMap(({ address }) => address ?? []),
    /** One that listens, or null while none does. */
    pick(): string | null {
      const open = servers.flatMap(({ address }) => address ?? [])
      return open[random.below(open.length)] ?? null
    },
  }
}

export type Servers = ReturnType<typeof openServers>
