import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '../../tools/node-flags.ts'

/** All that were started. */
const running = new Set<ChildProcess>()
const root = fileURLToPath(new URL('../..', import.meta.url))

/** In bytes. What is resident also holds what was let go and not given back; what is live is what is in use. */
export type Memory = { resident: number; live: number }

export type Child<Ready> = {
  ready: Ready
  pid: number
  /** After a collection where the child allows one. */
  memory(): Promise<Memory>
  stop(): Promise<void>
}

/** Starts a program of the bench in a process of its own, the floors under the same flags as the server; its first line is JSON that says how to reach it. */
export async function startChild<Ready>(
  file: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<Child<Ready>> {
  const child = spawn(process.execPath, [...nodeFlags, file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A bench that is interrupted would leave it, and what it still has to do, beside the next one.
  endWithBench(child)
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const line = await new Promise<string>((done, fail) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      // Later lines are its log, which is silent unless something went wrong.
      if (text.includes('\n')) {
        if (!/^memory/.test(String(chunk))) process.stderr.write(chunk)
        return
      }
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) done(text.slice(0, end))
    })
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code} before it was ready`)))
  })
  return {
    ready: (line.startsWith('{') ? JSON.parse(line) : line) as Ready,
    pid: child.pid ?? 0,
    memory() {
      child.kill('SIGUSR2')
      return new Promise((done) => {
        const read = (chunk: Buffer) => {
          const found = String(chunk).match(/memory (\d+) (\d+)/)
          if (!found) return
          child.stdout.off('data', read)
          done({ resident: Number(found[1]), live: Number(found[2]) })
        }
        child.stdout.on('data', read)
      })
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function endWithBench(child: ChildProcess): void {
  if (running.size === 0) {
    process.once('exit', () => {
      for (const one of running) one.kill('SIGKILL')
    })
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))
  }
  running.add(child)
}
