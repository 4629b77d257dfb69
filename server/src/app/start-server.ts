import { startDemoModel } from '#features/models/demo-model/demo-model.ts'
import type { Config } from '#platform/config.ts'
import type { Embedded } from '#platform/db/embedded.ts'
import { createLog, type Logger } from '#platform/log.ts'
import { type App, type ComposeOptions, compose } from './compose.ts'
import type { Part } from './parts.ts'
import { seedDevelopment } from './seed.ts'
import { runTask, setupLinkText, type Task } from './tasks.ts'
import { welcome } from './welcome.ts'

type Starting = { parts: readonly Part[]; embedded: Promise<Embedded> | null }

export async function startServer(config: Config, { parts, embedded }: Starting): Promise<void> {
  const log = createLog({ level: config.LOG_LEVEL, pretty: process.stdout.isTTY && !config.is_production })
  const app = await composeSeeded({ config, log, parts, embedded, onFatal: () => process.exit(1) })
  stopOnSignal(app.close, { log, grace_seconds: config.SHUTDOWN_GRACE })
  if (embedded && !(await embedded).isOptimized)
    log.warn('less than 2 GB of memory are free; the embedded database is not optimized, and searches take longer')
  const address = await app.listen()
  log.info({ address, node: process.version }, 'listening')
  const { alerts } = app.ctx.ports
  if (alerts.is_configured)
    alerts
      .send('general', `${config.BRAND_NAME} has started: ${config.BASE_URL}`)
      .catch((error: unknown) => log.warn({ err: error }, 'an alert was not sent'))
  if (config.NODE_ENV === 'development') process.stdout.write(await welcome(app.ctx))
  if (config.is_production && parts.includes('web')) process.stdout.write(await setupLinkText(app.ctx))
}

/** The server with what makes it useful at once: in development there are people, a teammate and a model that answers. */
export async function composeSeeded(options: ComposeOptions): Promise<App> {
  const { config } = options
  if (config.NODE_ENV !== 'development') return compose(options)
  // With no key anywhere the service still answers: the demo model serves as the `custom` vendor.
  const demo = config.CUSTOM_BASE_URL ? null : await startDemoModel()
  const app = await compose(demo ? { ...options, config: { ...config, CUSTOM_BASE_URL: demo.base_url } } : options)
  // New organizations may be alerted about, which is a job.
  await app.prepared
  await seedDevelopment(app.ctx)
  return {
    ...app,
    async close() {
      await app.close()
      await demo?.close()
    },
  }
}

/** Does what an operator asks for on the database, without serving anybody, and says what came of it. */
export async function runOneOffTask(config: Config, embedded: Promise<Embedded> | null, task: Task): Promise<void> {
  const app = await compose({ config, log: createLog({ level: 'fatal', pretty: false }), parts: [], embedded })
  try {
    process.stdout.write(`${await runTask(app.ctx, task)}\n`)
  } finally {
    await app.close()
  }
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
