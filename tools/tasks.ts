import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVICE_NAME } from '../contracts/src/parties.ts'
import { nodeFlags } from './node-flags.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = 'server/start.mjs'
const [task = '', ...rest] = process.argv.slice(2)
/** Commands that have not ended. */
const running = new Set<ChildProcess>()

const tasks: Record<string, () => Promise<void>> = {
  /** Builds what is stale and serves everything. */
  async start() {
    await buildPages()
    await run(process.execPath, [...nodeFlags, server, ...rest])
  },

  /** The server restarts when its files change; the portal reloads by itself on port 5173, the widget is built again. */
  async dev() {
    const pages = [
      launch('vite', ['-c', 'vite.portal.config.ts']),
      ...['frames', 'preview', 'loader'].map((mode) =>
        launch('vite', ['build', '--watch', '-c', 'vite.widget.config.ts', '--mode', mode, '--logLevel', 'warn']),
      ),
    ]
    await run(process.execPath, ['--watch', '--watch-preserve-output', server, ...rest])
    for (const page of pages) page.kill()
  },

  async build() {
    await Promise.all([run('vite', ['build', '-c', 'vite.portal.config.ts', '--logLevel', 'warn']), buildWidget()])
  },

  /** The contract as a package for integrators: types, and a client that calls every endpoint by its path. */
  async client() {
    await run('tsc', ['-p', 'contracts'])
    await run(process.execPath, ['tools/package-client.ts'])
  },

  async test() {
    await buildPages()
    await run(process.execPath, ['tools/tests/run-tests.ts', ...rest])
  },

  /** Writes the documents that are made from code, and lowers the limits of words that occur less often. */
  async docs() {
    await run(process.execPath, ['tools/configuration.ts'])
    await run(process.execPath, ['tools/check-words.ts', '--write'])
  },

  /** Format, lint, types, layers, documents, words. */
  async check() {
    await run('biome', ['check', '--error-on-warnings', ...rest])
    // A checker of types keeps one core busy. The largest first, so that the others are done beside it.
    const projects = ['.', 'portal', 'e2e', 'widget', 'voice-client', 'thread'].values()
    const checkNext = async () => {
      for (const project of projects) await checkTypes(project)
    }
    await Promise.all([checkNext(), checkNext()])
    await run(process.execPath, ['tools/check-layers.ts'])
    await run(process.execPath, ['tools/configuration.ts', '--check'])
    await run(process.execPath, ['tools/check-docs.ts'])
    await run(process.execPath, ['tools/check-words.ts'])
  },

  async bench() {
    const [name, ...more] = rest
    if (!name) {
      console.log(`Which one? npm run bench -- <name>\n${benches().join('\n')}`)
      return
    }
    // Some measure them in a browser.
    await buildPages()
    await run(process.execPath, [join('bench', `${name}.ts`), ...more])
  },

  /** Pictures of every page, to be looked at. */
  async screenshots() {
    await buildPages()
    await run(process.execPath, ['e2e/screenshots.ts', ...rest])
  },

  /** Plants faults in the code, one at a time, to show that the tests catch them. */
  async faults() {
    // Node still calls reading TypeScript experimental.
    await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/faults/plant-faults.ts', ...rest])
  },

  async new() {
    await run(process.execPath, ['tools/new-feature.ts', ...rest])
  },
}

const work = Object.hasOwn(tasks, task) ? tasks[task] : undefined
if (!work) {
  console.error(`There is no task "${task}". Tasks: ${Object.keys(tasks).join(', ')}`)
  process.exit(1)
}
await work()

/** Checks what has changed since the last time. Each further checker would check the same libraries for itself. */
async function checkTypes(project: string): Promise<void> {
  const info = join('node_modules', '.cache', 'types', `${project === '.' ? 'root' : project}.tsbuildinfo`)
  await run('tsc', ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', info])
}

/** The frames, then the script that is in pages of others, which is one file without imports. */
async function buildWidget(): Promise<void> {
  for (const mode of ['frames', 'preview', 'loader'])
    await run('vite', ['build', '-c', 'vite.widget.config.ts', '--mode', mode, '--logLevel', 'warn'])
}

async function buildPages(): Promise<void> {
  // Each is what its build writes last.
  const built = ['portal/index.html', `widget/${SERVICE_NAME}-webchat-widget.js`].map((name) =>
    join(root, 'dist', name),
  )
  const sources = [
    'portal',
    'widget',
    'thread',
    'voice-client',
    'contracts',
    'package-lock.json',
    'vite.portal.config.ts',
    'vite.widget.config.ts',
  ]
  if (built.every((name) => existsSync(name) && newest(sources) <= statSync(name).mtimeMs)) return
  console.log('Building the pages …')
  await tasks.build?.()
}

/** The time of the last change among these files and folders. */
function newest(names: string[]): number {
  return Math.max(0, ...names.map((name) => newestIn(join(root, name))))
}

function newestIn(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

function benches(): string[] {
  return readdirSync(join(root, 'bench'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `  ${name.slice(0, -3)}`)
}

function launch(command: string, args: string[]): ChildProcess {
  // Pages for development would be larger and slower, and the server's own NODE_ENV says nothing about them.
  const env = args.includes('build') ? { ...process.env, NODE_ENV: 'production' } : process.env
  return spawn(command, args, { cwd: root, stdio: 'inherit', env, shell: process.platform === 'win32' })
}

function exitWith(code: number): never {
  for (const child of running) child.kill()
  process.exit(code)
}

/** Runs a command to its end; its failure is ours and ends those beside it, and a signal to us is one to it. */
function run(command: string, args: string[]): Promise<void> {
  return new Promise((done) => {
    const child = launch(command, args)
    running.add(child)
    const pass = (signal: NodeJS.Signals) => child.kill(signal)
    process.on('SIGINT', pass)
    process.on('SIGTERM', pass)
    child.once('error', (error) => {
      console.error(error.message)
      exitWith(1)
    })
    child.once('exit', (code, signal) => {
      running.delete(child)
      process.off('SIGINT', pass)
      process.off('SIGTERM', pass)
      if (code !== 0) exitWith(signal ? 1 : (code ?? 1))
      done()
    })
  })
}
