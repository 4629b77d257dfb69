import { startDemoModel } from '#features/models/demo-model/demo-model.ts'
import { recreateCollection } from '#features/search/indexing/collection.ts'
import type { Config } from '#platform/config.ts'
import type { Embedded } from '#platform/db/embedded.ts'
import { createLog, type Logger } from '#platform/log.ts'
import { compose } from './compose.ts'
import type { Part } from './parts.ts'
import { seedDevelopment } from './seed.ts'
import { welcome } from './welcome.ts'

type Starting = { parts: readonly Part[]; embedded: Promise<Embedded> | null }

export async function startServer(loaded: Config, { parts, embedded }: Starting): Promise<void> {
  const config = await withDemoModel(loaded)
  const log = createLog({ level: config.LOG_LEVEL, pretty: process.stdout.isTTY && !config.is_production })
  const app = await compose({ config, log, parts, embedded, onFatal: () => process.exit(1) })
  if (config.NODE_ENV === 'development') await seedDevelopment(app.ctx)
  const address = await app.listen()
  log.info({ address, node: process.version }, 'listening')
  if (config.NODE_ENV === 'development') process.stdout.write(await welcome(app.ctx))
  stopOnSignal(app.close, { log, grace_seconds: config.SHUTDOWN_GRACE })
}

/** For an operator who changed how files are embedded: deletes all vectors; the next server to start indexes again. */
export async function recreateOnce(config: Config, embedded: Promise<Embedded> | null): Promise<void> {
  const app = await compose({ config, log: createLog({ level: 'fatal', pretty: false }), parts: [], embedded })
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

type Stopping = { log: Logger; grace_seconds: number }

function stopOnSignal(close: () => Promise<void>, { log, grace_seconds }: Stopping): void {
  let since = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Asked again, it stops at once; a terminal and npm may both pass on the same key press.
      if (since > 0 && Date.now() - since > 1000) process.exit(1)
      if (since > 0) return
      since = Date.now()
      log.info({ signal, grace_seconds }, 'stopping; accepted work may end first')
      // What has not ended keeps its leases, so that it is taken up again by another process or the next one.
      const giveUp = () => {
        log.warn({ grace_seconds }, 'stopping now; work that has not ended is given up')
        process.exit(1)
      }
      setTimeout(giveUp, grace_seconds * 1000).unref()
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
