import { parseArgs } from 'node:util'
import { startDemoModel } from '#features/models/demo-model/demo-model.ts'
import { recreateCollection } from '#features/search/indexing/collection.ts'
import { type Config, ConfigError, loadConfig } from '#platform/config.ts'
import { DirectoryInUse } from '#platform/db/directory-lock.ts'
import { AppError } from '#platform/error.ts'
import { createLog, type Logger } from '#platform/log.ts'
import { compose, isPart, parts } from './compose.ts'
import { seedDevelopment } from './seed.ts'
import { welcome } from './welcome.ts'

/** As the contract gives it: how long accepted work may take to end once the process is asked to stop. */
const GRACE = 450_000

try {
  await start()
} catch (error) {
  // A problem that its reader can mend is told as a sentence, not as a stack.
  const told = [ConfigError, DirectoryInUse, AppError].some((kind) => error instanceof kind)
  process.stderr.write(`${error instanceof Error ? (told ? error.message : error.stack) : String(error)}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const wanted = readArguments()
  const loaded = loadConfig()
  if (wanted.recreate_collection) return recreateOnce(loaded)
  const config = await withDemoModel(loaded)
  const log = createLog({ level: config.LOG_LEVEL, pretty: process.stdout.isTTY && !config.is_production })
  const app = await compose({ config, log, parts: wanted.parts, onFatal: () => process.exit(1) })
  if (config.NODE_ENV === 'development') await seedDevelopment(app.ctx)
  const address = await app.listen()
  log.info({ address, node: process.version }, 'listening')
  if (config.NODE_ENV === 'development') process.stdout.write(await welcome(app.ctx))
  stopOnSignal(app.close, log)
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      run: { type: 'string', default: parts.join(',') },
      'recreate-collection': { type: 'boolean', default: false },
    },
  })
  const wanted = values.run.split(',')
  if (!wanted.every(isPart)) throw new ConfigError(`--run takes ${parts.join(', ')}, by comma; it was ${values.run}`)
  return { parts: wanted, recreate_collection: values['recreate-collection'] }
}

/** For an operator who changed how files are embedded: all vectors go, and the server that starts next indexes anew. */
async function recreateOnce(config: Config): Promise<void> {
  const app = await compose({ config, log: createLog({ level: 'fatal', pretty: false }), parts: [] })
  const count = await recreateCollection(app.ctx)
  await app.close()
  process.stdout.write(`The collection of vectors is made anew; ${count} documents wait to be indexed again.\n`)
}

/** With no key anywhere the service still answers: outside production the demo model stands in as the `custom` vendor. */
async function withDemoModel(config: Config): Promise<Config> {
  if (config.NODE_ENV !== 'development' || config.CUSTOM_BASE_URL) return config
  const { base_url } = await startDemoModel({})
  return { ...config, CUSTOM_BASE_URL: base_url }
}

function stopOnSignal(close: () => Promise<void>, log: Logger): void {
  let since = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Asked again, it stops at once; a terminal and npm may both pass on the same key press.
      if (since > 0 && Date.now() - since > 1000) process.exit(1)
      if (since > 0) return
      since = Date.now()
      log.info({ signal }, 'stopping; accepted work may end first')
      setTimeout(() => process.exit(1), GRACE).unref()
      close().then(
        () => process.exit(0),
        (error) => {
          log.fatal({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}
