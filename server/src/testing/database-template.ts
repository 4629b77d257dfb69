import { cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadConfig } from '#platform/config.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open-database.ts'

/** Marks what this run of the suite leaves behind, so that its end can clear it away. */
export const testRun = () => process.env.ALONGSIDE_TEST_RUN ?? 'alone'

const templateName = () => `alongside_test_${testRun()}_template`
const templateDirectory = () => join(tmpdir(), `alongside-test-${testRun()}-template`)

/** A migrated, empty database that each server of this run begins with a copy of: a new one costs four seconds of CPU. */
export async function makeTemplate(): Promise<void> {
  const DATABASE_URL = process.env.DATABASE_URL
  if (DATABASE_URL) await runOn(DATABASE_URL, `create database ${templateName()}`)
  const database = await openDatabase(
    loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: templateDirectory(),
      ...(DATABASE_URL && { DATABASE_URL: withName(DATABASE_URL, templateName()) }),
    }),
  )
  await migrateDatabase(database)
  await database.close()
}

/** Gives a directory for data its own copy of the embedded database. */
export function copyEmbedded(dataDir: string): void {
  if (process.env.ALONGSIDE_TEST_RUN) cpSync(templateDirectory(), dataDir, { recursive: true })
}

/** A database of this name on the PostgreSQL of this run; returns its address. */
export async function createDatabase(server: string, name: string): Promise<string> {
  const template = process.env.ALONGSIDE_TEST_RUN ? ` template ${templateName()}` : ''
  await runOn(server, `create database ${name}${template}`)
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
