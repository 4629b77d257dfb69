/** Makes the templates of a run's databases in a process of its own, which compiles no more than it needs. */
import { compose } from '#app/compose.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { createLog } from '#platform/log.ts'
import { copyDatabase, runOn, type Template, templateDirectory, templateName, withName } from './database-template.ts'

/** Makes both templates: an empty database costs four seconds of CPU, its queues and vectors another one. */
async function makeTemplates(): Promise<void> {
  const server = process.env.DATABASE_URL
  if (server) await runOn(server, `create database ${templateName('migrated')}`)
  const migrated = await openDatabase(configOf('migrated'))
  await migrateDatabase(migrated)
  await migrated.close()

  if (server) await runOn(server, `create database ${templateName('prepared')} template ${templateName('migrated')}`)
  else copyDatabase(templateDirectory('migrated'), templateDirectory('prepared'))
  const log = createLog({ level: 'fatal', pretty: false })
  const app = await compose({ config: configOf('prepared'), log, parts: [] })
  await app.close()
}

function configOf(template: Template): Config {
  const server = process.env.DATABASE_URL
  return loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: templateDirectory(template),
    ...(server && { DATABASE_URL: withName(server, templateName(template)) }),
  })
}

await makeTemplates()
