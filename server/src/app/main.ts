/** Loads little itself, so that the embedded database starts in its thread while the rest of the server is loaded. */
import { parseArgs } from 'node:util'
import { ConfigError, loadConfig } from '#platform/config.ts'
import { DirectoryInUse } from '#platform/db/directory-lock.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { OtherVersion } from '#platform/db/other-version.ts'
import { AppError } from '#platform/error.ts'
import { isPart, parts } from './parts.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import type { Task } from './tasks.ts'

try {
  const wanted = readArguments()
  const config = loadConfig()
  // First, because in a container a signal that nobody listens for is lost. A task that is interrupted has not succeeded.
  const stop = wanted.task ? null : stopOnSignal()
  const embedded = config.DATABASE_URL ? null : (await startEmbedded(config.DATA_DIR)).opened
  const { runOneOffTask, startServer } = await import('./start-server.ts')
  if (wanted.task) await runOneOffTask(config, embedded, wanted.task)
  else if (stop) await startServer(config, { parts: wanted.parts, embedded, stop })
} catch (error) {
  // A problem that the operator can fix is printed as a sentence, without a stack.
  const isExpected = [ConfigError, DirectoryInUse, OtherVersion, AppError].some((kind) => error instanceof kind)
  process.stderr.write(`${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`)
  process.exit(1)
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      run: { type: 'string', default: parts.join(',') },
      'recreate-collection': { type: 'boolean', default: false },
      'setup-link': { type: 'boolean', default: false },
      'sign-in-link': { type: 'string' },
    },
  })
  const wanted = values.run.split(',')
  if (!wanted.every(isPart)) throw new ConfigError(`--run takes ${parts.join(', ')}, by comma; it was ${values.run}`)
  return { parts: wanted, task: taskOf(values) }
}

/** What the operator wants done in place of a server's start. */
function taskOf(
  values: { [Name in 'recreate-collection' | 'setup-link']: boolean } & { 'sign-in-link'?: string },
): Task | null {
  if (values['recreate-collection']) return { name: 'recreate collection' }
  if (values['setup-link']) return { name: 'setup link' }
  const email = values['sign-in-link']
  return email === undefined ? null : { name: 'sign-in link', email }
}
