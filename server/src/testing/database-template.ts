import { cpSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { compose } from '#app/compose.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { createLog } from '#platform/log.ts'
import { scratchRoot, testRun } from './scratch.ts'

/**
 * What a server of this run begins with a copy of: the tables alone, as after a migration, or what the first start of a
 * server with the settings of the tests made beside them (its queues of jobs, its vectors).
 */
export type Template = 'migrated' | 'prepared'

const templateName = (template: Template) => `alongside_test_${testRun()}_${template}`
const templateDirectory = (template: Template) => join(scratchRoot(), template)

/** Makes both templates: an empty database costs four seconds of CPU, its queues and vectors another one. */
export async function makeTemplates(): Promise<void> {
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

/** Gives a directory for data its own copy of the embedded database, and none of the keys that lie beside it. */
export function copyEmbedded(template: Template, dataDir: string): void {
  if (process.env.ALONGSIDE_TEST_RUN) copyDatabase(templateDirectory(template), dataDir)
}

const copyDatabase = (from: string, to: string) => cpSync(join(from, 'pglite'), join(to, 'pglite'), { recursive: true })

/** A database of this name on the PostgreSQL of this run; returns its address. */
export async function createDatabase(template: Template, server: string, name: string): Promise<string> {
  const from = process.env.ALONGSIDE_TEST_RUN ? ` template ${templateName(template)}` : ''
  await runOn(server, `create database ${name}${from}`)
  return withName(server, name)
}

export async function dropDatabases(server: string): Promise<void> {
  const names = await runOn<{ datname: string }>(
    server,
    `select datname from pg_database where datname like 'alongside_test_${testRun()}_%'`,
  )
  for (const { datname } of names) await runOn(server, `drop database if exists ${datname} with (force)`)
}

async function runOn<Row extends pg.QueryResultRow>(server: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

function withName(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}
