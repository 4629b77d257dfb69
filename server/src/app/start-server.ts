import { startDemoModel } from '#features/models/demo-model/demo-model.ts'
import type { Config } from '#platform/config.ts'
import type { Embedded } from '#platform/db/embedded.ts'
import { createLog, type Logger } from '#platform/log.ts'
import { type App, type ComposeOptions, compose } from './compose.ts'
import type { Part } from './parts.ts'
import { seedDevelopment } from './seed.ts'
import type { Stop } from './stop-on-signal.ts'
import { runTask, setupLinkText, type Task } from './tasks.ts'
import { welcome } from './welcome.ts'

type Starting = { parts: readonly Part[]; embedded: Promise<Embedded> | null; stop: Stop }

export async function startServer(config: Config, { parts, embedded, stop }: Starting): Promise<void> {
  const log = createLog({ level: config.LOG_LEVEL, pretty: process.stdout.isTTY && !config.is_production })
  const app = await composeSeeded({ config, log, parts, embedded, onFatal: () => process.exit(1) })
  stop.serves({ close: app.close, log, grace_seconds: config.SHUTDOWN_GRACE })
  if (embedded && !(await embedded).isOptimized)
    log.warn('less than 2 GB of memory are free; the embedded database is not optimized, and searches take longer')
  try {
    await listen(app, { config, log, parts })
  } catch (error) {
    // One that stops meanwhile listens no more.
    if (!stop.isAsked()) throw error
  }
}

async function listen(
  app: App,
  { config, log, parts }: { config: Config; log: Logger; parts: readonly Part[] },
): Promise<void> {
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
